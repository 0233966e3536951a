import { expect, test } from "vitest";
import { compareFields, compareLines, foldLines, mergeEdit, readableLines } from "./merge-edit.ts";

type Values = { host: string; password: string; name: string; tags: string[] };
const start: Values = { host: "a", password: "", name: "Lin", tags: ["x"] };
const together = [["host", "password"]] as const;
const fields = {
  name: { label: "Nom", text: (name: string) => name },
  tags: { label: "Mots", text: (tags: string[]) => tags.join(", ") },
  host: { label: "Serveur", text: (host: string) => host },
  password: { label: "Mot de passe", text: (password: string) => (password ? "saisi" : "aucun") },
};

test("my changes are applied to the version that other admins saved", () => {
  const edit = { start, mine: { ...start, name: "Soie" }, present: { ...start, tags: ["x", "y"] } };
  expect(mergeEdit(edit, together)).toEqual({ ...start, name: "Soie", tags: ["x", "y"] });
});

test("an unchanged form takes the server's current values", () => {
  const present = { host: "b", password: "p", name: "Soie", tags: [] };
  expect(mergeEdit({ start, mine: start, present }, together)).toEqual(present);
});

test("a password that was typed for one server never goes to another", () => {
  const edit = { start, mine: { ...start, password: "secret" }, present: { ...start, host: "b" } };
  expect(mergeEdit(edit, together)).toMatchObject({ host: "a", password: "secret" });
});

test("only fields that differ are compared, in the order of the labels", () => {
  const mine = { ...start, name: "Soie", tags: ["z"] };
  const present = { ...start, host: "b", tags: ["z"], name: "Velours" };
  expect(compareFields({ start, mine, present }, fields, together)).toEqual([
    { name: "name", label: "Nom", mine: "Soie", present: "Velours", html: false, touched: true },
    { name: "host", label: "Serveur", mine: "a", present: "b", html: false, touched: false },
  ]);
});

test("HTML is compared block by block, without the bytes of its pictures", () => {
  const html = `<h1>Bonjour</h1><p>Un<br>Deux</p>\n\n<img src="data:image/png;base64,${"A".repeat(200)}">`;
  expect(readableLines(html)).toEqual([
    "<h1>Bonjour</h1>",
    "<p>Un<br>",
    "Deux</p>",
    '<img src="data:image/png…">',
  ]);
});

test("a line differs when the other text lacks it or has it elsewhere", () => {
  const [mine, theirs] = compareLines(["a", "b", "c", "d"], ["a", "x", "c", "d", "e"]);
  expect(mine.filter(({ differs }) => differs).map(({ text }) => text)).toEqual(["b"]);
  expect(theirs.filter(({ differs }) => differs).map(({ text }) => text)).toEqual(["x", "e"]);
  const [same] = compareLines(["a"], ["a"]);
  expect(same).toEqual([{ text: "a", differs: false }]);
});

test("equal lines are folded, except the lines beside a change", () => {
  const lines = ["a", "b", "c", "d", "e"];
  const [, theirs] = compareLines(lines, [...lines, "f"]);
  expect(foldLines(theirs)).toEqual([4, { text: "e", differs: false }, { text: "f", differs: true }]);
});

test("texts that are too long to compare count as different as a whole", () => {
  const long = Array.from({ length: 1_001 }, () => "a");
  const [mine] = compareLines(long, long);
  expect(mine.every(({ differs }) => differs)).toBe(true);
});
