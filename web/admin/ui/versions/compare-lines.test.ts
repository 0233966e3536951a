import { expect, test } from "vitest";
import { compareLines, foldLines, readableLines } from "./compare-lines.ts";

test("HTML is read block by block, without its pictures' bytes", () => {
  const html = `<h1>Bonjour</h1><p>Un<br>Deux</p>\n\n<img src="data:image/png;base64,${"A".repeat(200)}">`;
  expect(readableLines(html)).toEqual([
    "<h1>Bonjour</h1>",
    "<p>Un<br>",
    "Deux</p>",
    '<img src="data:image/png…">',
  ]);
});

test("a line differs when the other text has it not, or elsewhere", () => {
  const [mine, theirs] = compareLines(["a", "b", "c", "d"], ["a", "x", "c", "d", "e"]);
  expect(mine.filter(({ differs }) => differs).map(({ text }) => text)).toEqual(["b"]);
  expect(theirs.filter(({ differs }) => differs).map(({ text }) => text)).toEqual(["x", "e"]);
  const [same] = compareLines(["a"], ["a"]);
  expect(same).toEqual([{ text: "a", differs: false }]);
});

test("runs that are the same are folded, but for the lines beside a change", () => {
  const lines = ["a", "b", "c", "d", "e"];
  const [, theirs] = compareLines(lines, [...lines, "f"]);
  expect(foldLines(theirs)).toEqual([4, { text: "e", differs: false }, { text: "f", differs: true }]);
});

test("texts that are far too long are different as a whole", () => {
  const long = Array.from({ length: 1_001 }, () => "a");
  const [mine] = compareLines(long, long);
  expect(mine.every(({ differs }) => differs)).toBe(true);
});
