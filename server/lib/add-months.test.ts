import { expect, test } from "vitest";
import { addMonths } from "./add-months.ts";

test.each([
  ["2026-11-21T10:00:00.000Z", -13, "2025-10-21T10:00:00.000Z"],
  ["2026-03-31T10:00:00.000Z", -1, "2026-02-28T10:00:00.000Z"],
  ["2026-01-31T23:59:00.000Z", 1, "2026-02-28T23:59:00.000Z"],
  ["2026-12-31T00:00:00.000Z", 2, "2027-02-28T00:00:00.000Z"],
])("%s and %i months is %s, and the given instant is not changed", (text, months, expected) => {
  const instant = new Date(text);
  expect(addMonths(instant, months).toISOString()).toBe(expected);
  expect(instant.toISOString()).toBe(text);
});
