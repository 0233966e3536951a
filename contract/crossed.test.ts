import { expect, test } from "vitest";
import { exportedCells } from "./crossed.ts";

test("an export hides cells of 1 to 4, and keeps zeros and larger ones", () => {
  expect(
    exportedCells([
      [0, 12],
      [30, 40],
    ]),
  ).toEqual([
    [0, 12],
    [30, 40],
  ]);
});

test("an export hides a second cell of the row and the column that would reveal a small one by difference", () => {
  expect(
    exportedCells([
      [3, 12, 20],
      [30, 40, 50],
      [60, 70, 80],
    ]),
  ).toEqual([
    ["<5", "masqué", 20],
    ["masqué", "masqué", 50],
    [60, 70, 80],
  ]);
  expect(exportedCells([[2, 4, 9]])[0]?.slice(0, 2)).toEqual(["<5", "<5"]);
});
