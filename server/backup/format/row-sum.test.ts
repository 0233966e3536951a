import { expect, test } from "vitest";
import { RowSum } from "./row-sum.ts";

function sumOf(...rows: string[]): string {
  const sum = new RowSum();
  for (const row of rows) sum.add(row);
  return sum.digest();
}

test("the sum of rows does not depend on their order", () => {
  expect(sumOf("a", "b", "c")).toBe(sumOf("c", "a", "b"));
});

test("the sum of rows differs when a row is missing, changed or there twice", () => {
  const others = [sumOf("a", "b"), sumOf("a", "b", "d"), sumOf("a", "b", "c", "c"), sumOf("a", "b", "b")];
  expect(others).not.toContain(sumOf("a", "b", "c"));
  expect(new Set(others).size).toBe(others.length);
});
