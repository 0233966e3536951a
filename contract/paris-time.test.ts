import { expect, test } from "vitest";
import { formatParisDateTime, formatParisDay } from "./paris-time.ts";

test("a day is the day in Paris, with the month in words", () => {
  expect(formatParisDay("2026-11-21T23:30:00Z")).toBe("22 novembre 2026");
  expect(formatParisDateTime(new Date("2026-07-14T08:05:00Z"))).toBe("14 juillet 2026 à 10:05");
});

test("only the first of a month is '1er'", () => {
  expect(formatParisDay("2026-11-30T23:00:00Z")).toBe("1er décembre 2026");
  expect(formatParisDateTime("2026-11-30T23:01:00Z")).toBe("1er décembre 2026 à 00:01");
  expect(["11", "21", "31"].map((day) => formatParisDay(`2026-12-${day}T12:00:00Z`))).toEqual([
    "11 décembre 2026",
    "21 décembre 2026",
    "31 décembre 2026",
  ]);
});
