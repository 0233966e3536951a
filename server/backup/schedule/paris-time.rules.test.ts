import { expect, test } from "vitest";
import { lastTimeOfHour, parisDay, parisWeek } from "./paris-time.rules.ts";

test.each([
  ["in winter, after the hour", "2026-11-23T02:30:00Z", 3, "2026-11-23T02:00:00.000Z"],
  ["in winter, before the hour", "2026-11-23T01:59:59Z", 3, "2026-11-22T02:00:00.000Z"],
  ["in summer", "2026-07-01T01:00:00Z", 3, "2026-07-01T01:00:00.000Z"],
  ["on a spring night that leaves it out", "2026-03-29T12:00:00Z", 2, "2026-03-29T01:00:00.000Z"],
  ["before the hour that a spring night leaves out", "2026-03-29T00:59:00Z", 2, "2026-03-28T01:00:00.000Z"],
  ["on an autumn night that has it twice, once", "2026-10-25T01:30:00Z", 2, "2026-10-25T00:00:00.000Z"],
  ["at midnight in Paris", "2026-11-22T23:10:00Z", 0, "2026-11-22T23:00:00.000Z"],
])("the last time of an hour, %s", (_when, now, hour, expected) => {
  expect(lastTimeOfHour(new Date(now), hour).toISOString()).toBe(expected);
});

test("days and weeks are those of Paris, weeks from Monday on", () => {
  const [sundayNight, monday] = [new Date("2026-11-22T22:59:00Z"), new Date("2026-11-22T23:00:00Z")];
  expect(parisDay(monday) - parisDay(sundayNight)).toBe(1);
  expect(parisWeek(monday) - parisWeek(sundayNight)).toBe(1);
  expect(parisWeek(new Date("2026-11-29T22:59:00Z"))).toBe(parisWeek(monday));
});
