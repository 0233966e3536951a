import { expect, test } from "vitest";
import { isFarBehind, judgeClock } from "./clock.rules.ts";

const lastUpkeep = new Date("2026-11-26T12:00:00Z");

test.each([
  ["two days after the last upkeep", "2026-11-28T12:00:00Z", "believed"],
  ["more than two days after the last upkeep", "2026-11-28T12:00:00.001Z", "ahead"],
  ["400 days after the last upkeep", "2027-12-31T12:00:00Z", "ahead"],
  ["an hour before the last upkeep", "2026-11-26T11:00:00Z", "believed"],
  ["more than an hour before the last upkeep", "2026-11-26T10:59:59.999Z", "behind"],
])("a clock %s, at %s, is %s", (_when, now, verdict) => {
  expect(judgeClock(new Date(now), lastUpkeep)).toBe(verdict);
});

test("the first upkeep trusts the clock", () => {
  expect(judgeClock(new Date("2027-12-31T12:00:00Z"), null)).toBe("believed");
});

test.each([
  ["47 hours before", "2026-11-24T13:00:00Z", false],
  ["49 hours before", "2026-11-24T11:00:00Z", true],
  ["400 days after", "2027-12-31T12:00:00Z", false],
])("a clock %s the last upkeep, at %s, is far behind: %s", (_when, now, isBehind) => {
  expect(isFarBehind(new Date(now), lastUpkeep)).toBe(isBehind);
});
