import { expect, test } from "vitest";
import { nameOf, reportLines, selectionLabel, spokenName } from "./signups-texts.ts";

const signup = { firstname: "Ana", name: "Maison Lin", email: "ana@exemple.fr" };
const nameless = { firstname: "", name: " ", email: "ana@exemple.fr" };

test("a person's display name is first name and name, a brand's is its own name", () => {
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

test("a selection of sign-ups is described with its count", () => {
  const list = { total: 24, totalIsExact: true };
  expect(selectionLabel(some(1), list)).toBe("1 inscription sélectionnée");
  expect(selectionLabel(some(3), list)).toBe("3 inscriptions sélectionnées");
  expect(selectionLabel(all, list)).toBe("24 inscriptions sélectionnées");
});

test("a selection of all matches is counted only as exactly as the list", () => {
  expect(selectionLabel(all, { total: 1_000, totalIsExact: false })).toBe(
    "Plus de 1\u202f000 inscriptions sélectionnées",
  );
});

test("the report of a bulk action counts the changed sign-ups and gives the reasons for skipped ones", () => {
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
