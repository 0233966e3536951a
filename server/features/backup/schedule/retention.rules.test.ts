import { expect, test } from "vitest";
import { findOutdated, readName } from "./retention.rules.ts";

const now = new Date("2026-11-23T03:00:00Z"); // a Monday
const daysAgo = (days: number, hour = 2) => new Date(Date.UTC(2026, 10, 23 - days, hour));
const backup = (madeAt: Date) => ({ name: madeAt.toISOString(), madeAt });
const every = (...days: number[]) => days.map((day) => backup(daysAgo(day)));
const keep = (keepDays: number, keepWeeks: number, backups: { name: string; madeAt: Date }[]) => {
  const outdated = new Set(findOutdated(backups, { now, keepDays, keepWeeks }));
  return backups.filter(({ name }) => !outdated.has(name)).map(({ name }) => name.slice(0, 10));
};

test("of every night for two months stay the last seven and the last of each of four weeks", () => {
  const nights = every(...Array.from({ length: 60 }, (_, day) => day));
  expect(keep(7, 4, nights)).toEqual([
    ...["2026-11-23", "2026-11-22", "2026-11-21", "2026-11-20", "2026-11-19", "2026-11-18", "2026-11-17"],
    ...["2026-11-15", "2026-11-08"],
  ]);
});

test("what is cleared away night after night leaves the same as what is cleared away once", () => {
  let kept: { name: string; madeAt: Date }[] = [];
  for (let day = 59; day >= 0; day -= 1) {
    kept.push(backup(daysAgo(day)));
    const outdated = new Set(findOutdated(kept, { now: daysAgo(day, 3), keepDays: 7, keepWeeks: 4 }));
    kept = kept.filter(({ name }) => !outdated.has(name));
  }
  expect(kept).toHaveLength(9);
});

test("of several on one day the newest stays", () => {
  const [morning, evening] = [backup(daysAgo(1, 4)), backup(daysAgo(1, 18))];
  expect(findOutdated([morning, evening, ...every(0)], { now, keepDays: 7, keepWeeks: 0 })).toEqual([
    morning.name,
  ]);
});

test("the newest stays however old it is: no backup is worse than an old one", () => {
  expect(keep(7, 4, every(300, 301))).toEqual([daysAgo(300).toISOString().slice(0, 10)]);
});

test("a name says when it was made; other files are nobody's to clear away", () => {
  expect(readName("tenue-20261123-021500.tenue")).toEqual({
    name: "tenue-20261123-021500.tenue",
    madeAt: new Date("2026-11-23T02:15:00Z"),
  });
  for (const name of [
    "tenue-20261123-021500-update.tenue",
    "erasures.ndjson",
    "mine.tenue",
    "tenue-20261123-021500.tenue.draft",
  ])
    expect(readName(name), name).toBeNull();
});
