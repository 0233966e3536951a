import { expect, test } from "vitest";
import { describeDay, describeDays } from "./day-texts.ts";

const days = [
  { day: "2026-11-20", total: 1, user: 1, brand: 0 },
  { day: "2026-11-21", total: 3, user: 1, brand: 2 },
];

test("a day is described with its two counts", () => {
  expect(days.map(describeDay)).toEqual([
    "vendredi 20 novembre\u00a0: 1 utilisateur, 0 marque",
    "samedi 21 novembre\u00a0: 1 utilisateur, 2 marques",
  ]);
});

test("the days are described with their sum and the best day", () => {
  expect(describeDays(days)).toBe(
    "Du vendredi 20 novembre au samedi 21 novembre\u00a0: 4 inscriptions, 3 au plus le samedi 21 novembre.",
  );
  expect(describeDays([{ day: "2026-11-21", total: 0, user: 0, brand: 0 }])).toBe(
    "Du samedi 21 novembre au samedi 21 novembre\u00a0: 0 inscription.",
  );
});
