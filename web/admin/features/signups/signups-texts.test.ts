import { expect, test } from "vitest";
import { nameOf, reportLines, selectionLabel, spokenName } from "./signups-texts.ts";

const signup = { firstname: "Ana", name: "Maison Lin", email: "ana@exemple.fr" };
const nameless = { firstname: "", name: " ", email: "ana@exemple.fr" };

test("a person is called by both names, a brand by its own", () => {
  expect(nameOf.user(signup)).toBe("Ana Maison Lin");
  expect(nameOf.brand(signup)).toBe("Maison Lin");
  expect(nameOf.brand({ ...signup, name: "" })).toBe("Ana");
  expect(nameOf.brand(nameless)).toBe("Sans nom");
});

test("a person without a name is called by the address", () => {
  expect(spokenName("brand", signup)).toBe("Maison Lin");
  expect(spokenName("brand", nameless)).toBe("ana@exemple.fr");
  expect(spokenName("user", nameless)).toBe("ana@exemple.fr");
});

const some = (count: number) => ({
  all: false,
  ids: new Set(Array.from({ length: count }, (_, index) => String(index))),
});
const all = { all: true, ids: new Set<string>() };

test("a selection is described with its count", () => {
  const list = { total: 24, totalIsExact: true };
  expect(selectionLabel(some(1), list)).toBe("1 inscription sélectionnée");
  expect(selectionLabel(some(3), list)).toBe("3 inscriptions sélectionnées");
  expect(selectionLabel(all, list)).toBe("24 inscriptions sélectionnées");
});

test("all that match are not counted more exactly than the list is", () => {
  expect(selectionLabel(all, { total: 1_000, totalIsExact: false })).toBe(
    "Plus de 1\u202f000 inscriptions sélectionnées",
  );
});

test("the report counts done sign-ups and gives the reasons for skipped ones", () => {
  const result = {
    type: "result" as const,
    done: 2,
    skipped: [
      { reason: "not_pending" as const, count: 3 },
      { reason: "not_found" as const, count: 0 },
    ],
    bulkId: null,
    undoMs: null,
  };
  expect(reportLines("approve", result)).toEqual([
    "2 inscriptions approuvées.",
    "3 laissées de côté\u00a0: déjà traitées.",
  ]);
});
