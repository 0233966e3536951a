import { expect, test } from "vitest";
import {
  findOutdated,
  type KeptBackup,
  lastTimeOfHour,
  parisDay,
  parisWeek,
  readName,
} from "./retention.rules.ts";

const now = new Date("2026-11-23T03:00:00Z"); // a Monday
const daysAgo = (days: number, hour = 2) => new Date(Date.UTC(2026, 10, 23 - days, hour));
const backup = (madeAt: Date) => ({ name: madeAt.toISOString(), madeAt, isScheduled: true });
const maxAgeDays = 35;
const made = new Set<string>();
const verified = new Set<string>();
const every = (...days: number[]) => days.map((day) => backup(daysAgo(day)));
const keep = (keepDays: number, keepWeeks: number, backups: KeptBackup[]) => {
  const outdated = new Set(findOutdated(backups, { now, keepDays, keepWeeks, maxAgeDays, made, verified }));
  return backups.filter(({ name }) => !outdated.has(name)).map(({ name }) => name.slice(0, 10));
};

test("the last seven nightly backups and the last of each of four weeks are kept", () => {
  const nights = every(...Array.from({ length: 60 }, (_, day) => day));
  expect(keep(7, 4, nights)).toEqual([
    "2026-11-23",
    "2026-11-22",
    "2026-11-21",
    "2026-11-20",
    "2026-11-19",
    "2026-11-18",
    "2026-11-17",
    "2026-11-15",
    "2026-11-08",
  ]);
});

test("nightly runs and a single late run keep the same backups", () => {
  let kept: KeptBackup[] = [];
  for (let day = 59; day >= 0; day -= 1) {
    kept.push(backup(daysAgo(day)));
    const times = { now: daysAgo(day, 3), keepDays: 7, keepWeeks: 4, maxAgeDays, made, verified };
    const outdated = new Set(findOutdated(kept, times));
    kept = kept.filter(({ name }) => !outdated.has(name));
  }
  expect(kept).toHaveLength(9);
});

test("the newest of several backups on one day is kept", () => {
  const [morning, evening] = [backup(daysAgo(1, 4)), backup(daysAgo(1, 18))];
  const times = { now, keepDays: 7, keepWeeks: 0, maxAgeDays, made, verified };
  expect(findOutdated([morning, evening, ...every(0)], times)).toEqual([morning.name]);
});

test("the newest backup is kept at any age", () => {
  expect(keep(7, 4, every(300, 301))).toEqual([daysAgo(300).toISOString().slice(0, 10)]);
});

test("a backup's date is read from its name, and other files are never deleted", () => {
  expect(readName("tenue-20261123-021500.tenue")).toEqual({
    name: "tenue-20261123-021500.tenue",
    madeAt: new Date("2026-11-23T02:15:00Z"),
    isScheduled: true,
  });
  expect(readName("tenue-20261123-021500-update.tenue")).toMatchObject({ isScheduled: false });
  for (const name of ["erasures.ndjson", "mine.tenue", "tenue-20261123-021500.tenue.draft"])
    expect(readName(name), name).toBeNull();
});

// registre: 25
test("manual and pre-update backups are kept for 35 days", () => {
  const asked = (days: number) => ({ ...backup(daysAgo(days)), isScheduled: false });
  const backups = [asked(34), asked(36), asked(400), ...every(0)];
  const times = { now, keepDays: 7, keepWeeks: 4, maxAgeDays, made, verified };
  expect(findOutdated(backups, times)).toEqual([asked(36).name, asked(400).name]);
  expect(findOutdated([asked(36), ...every(0)], times)).toEqual([asked(36).name]);
  expect(findOutdated([asked(36), asked(400)], times)).toEqual([asked(400).name]);
});

test("the newest complete backup is kept beside a newer file that may be incomplete", () => {
  const [unknown, whole, older] = every(40, 50, 60) as [KeptBackup, KeptBackup, KeptBackup];
  const times = {
    now,
    keepDays: 7,
    keepWeeks: 4,
    maxAgeDays,
    verified,
    made: new Set([whole.name, older.name]),
  };
  expect(findOutdated([unknown, whole, older], times)).toEqual([older.name]);
});

test("the newest verified backup is kept beside later ones for all the weeks of the settings, and no longer", () => {
  const verified = new Set(every(18, 19).map(({ name }) => name));
  const keptOn = (date: Date) => {
    const nights = every(...Array.from({ length: 20 }, (_, day) => day));
    const times = { now: date, keepDays: 7, keepWeeks: 4, maxAgeDays, made, verified };
    const outdated = findOutdated(nights, times);
    return nights.filter(({ name }) => !outdated.includes(name)).map(({ name }) => name.slice(0, 10));
  };
  expect(keptOn(daysAgo(0, 3))).toContain("2026-11-05");
  expect(keptOn(daysAgo(0, 3))).not.toContain("2026-11-04");
  expect(keptOn(daysAgo(-6, 3))).toContain("2026-11-05");
  expect(keptOn(daysAgo(-7, 3))).not.toContain("2026-11-05");
});

test("a backup dated in the future is kept and replaces no other", () => {
  const future = daysAgo(-400);
  const scheduled = [...every(0, 1, 2), backup(future)];
  const asked = { ...backup(daysAgo(36)), isScheduled: false };
  const askedInFuture = { ...backup(future), name: "manual", isScheduled: false };
  expect(
    findOutdated([...scheduled, asked, askedInFuture], {
      now,
      keepDays: 1,
      keepWeeks: 0,
      maxAgeDays,
      made,
      verified,
    }),
  ).toEqual([asked, ...every(1, 2)].map(({ name }) => name));
});

test.each([
  ["in winter, after the hour", "2026-11-23T02:30:00Z", 3, "2026-11-23T02:00:00.000Z"],
  ["in winter, before the hour", "2026-11-23T01:59:59Z", 3, "2026-11-22T02:00:00.000Z"],
  ["in summer", "2026-07-01T01:00:00Z", 3, "2026-07-01T01:00:00.000Z"],
  ["on a spring night that leaves it out", "2026-03-29T12:00:00Z", 2, "2026-03-29T01:00:00.000Z"],
  ["before the hour that a spring night leaves out", "2026-03-29T00:59:00Z", 2, "2026-03-28T01:00:00.000Z"],
  ["on an autumn night that has it twice, once", "2026-10-25T01:30:00Z", 2, "2026-10-25T00:00:00.000Z"],
  ["at midnight in Paris", "2026-11-22T23:10:00Z", 0, "2026-11-22T23:00:00.000Z"],
])("the last time of an hour in Paris is found %s", (_when, now, hour, expected) => {
  expect(lastTimeOfHour(new Date(now), hour).toISOString()).toBe(expected);
});

test("days and weeks are counted in Paris time, weeks from Monday on", () => {
  const [sundayNight, monday] = [new Date("2026-11-22T22:59:00Z"), new Date("2026-11-22T23:00:00Z")];
  expect(parisDay(monday) - parisDay(sundayNight)).toBe(1);
  expect(parisWeek(monday) - parisWeek(sundayNight)).toBe(1);
  expect(parisWeek(new Date("2026-11-29T22:59:00Z"))).toBe(parisWeek(monday));
});
