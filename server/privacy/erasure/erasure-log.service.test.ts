import { expect, test } from "vitest";
import { findSuperseded, isOlderThanLog, supersededBefore } from "./erasure-log.service.ts";

const now = new Date("2026-11-20T12:00:00.000Z");
const entry = (
  id: number,
  at: string,
  kind: "erased" | "suppressed" | "lifted" | "readdressed",
  emailHash = "a",
) => ({
  id,
  kind,
  emailHash,
  at: `2026-11-${at}:00.000Z`,
  until: null,
  ...(kind === "erased" || kind === "readdressed"
    ? { scope: null, reason: null }
    : { scope: "news" as const, reason: "unsubscribed" as const }),
});
const voidNumbers = (...entries: ReturnType<typeof entry>[]) =>
  [...findSuperseded(entries, supersededBefore(now))].map(({ id }) => id);

test("an older change of the same address is void after a day, in any order of the lines", () => {
  const [left, back, leftAgain] = [
    entry(1, "01T08:00", "suppressed"),
    entry(2, "02T08:00", "lifted"),
    entry(3, "03T08:00", "suppressed"),
  ];
  expect(voidNumbers(left, back, leftAgain)).toEqual([1, 2]);
  expect(voidNumbers(leftAgain, back, left)).toEqual([2, 1]);
});

test("a change of the last 24 hours is never void", () => {
  expect(voidNumbers(entry(1, "19T12:01", "suppressed"), entry(2, "20T08:00", "lifted"))).toEqual([]);
});

test("a new address is never void, because two sign-ups may get the same", () => {
  expect(voidNumbers(entry(1, "01T08:00", "readdressed"), entry(2, "02T08:00", "readdressed"))).toEqual([]);
});

test("an erasure is never void, and makes no change void", () => {
  expect(
    voidNumbers(
      entry(1, "01T08:00", "erased"),
      entry(2, "02T08:00", "suppressed"),
      entry(3, "03T08:00", "erased"),
    ),
  ).toEqual([]);
});

test("a change is not void when address, scope or reason differ", () => {
  const left = entry(1, "01T08:00", "suppressed");
  expect(
    voidNumbers(
      left,
      { ...left, id: 2, emailHash: "b" },
      { ...left, id: 3, scope: "all" as never },
      { ...left, id: 4, reason: "manual" as never },
    ),
  ).toEqual([]);
});

test("after a restore that repeats numbers, a change is void only if number and time agree", () => {
  const lost = entry(9, "02T08:00", "suppressed");
  expect(voidNumbers(entry(1, "01T08:00", "lifted"), lost, entry(2, "03T08:00", "lifted"))).toEqual([1]);
});

test("a backup is older than the log when it is past the term and no entry is as old", () => {
  const now = new Date("2026-11-23T10:00:00Z");
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const entryOf = (days: number) => ({
    ...({ id: 1, kind: "erased", emailHash: "a", scope: null, reason: null, until: null } as const),
    at: ago(days),
  });
  expect(isOlderThanLog(ago(390), { entries: [], now })).toBe(false);
  expect(isOlderThanLog(ago(400), { entries: [], now })).toBe(true);
  expect(isOlderThanLog(ago(400), { entries: [entryOf(399)], now })).toBe(true);
  expect(isOlderThanLog(ago(400), { entries: [entryOf(399), entryOf(401)], now })).toBe(false);
});
