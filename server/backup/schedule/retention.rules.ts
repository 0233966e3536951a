import { latestPlausible } from "#server/upkeep/clock.rules.ts";

export type KeptBackup = { name: string; madeAt: Date; isScheduled: boolean };

type Retention = { now: Date; keepDays: number; keepWeeks: number; maxAgeDays: number };

/** The files of backups that are recorded as complete, and those of them that a trial restore proved. */
export type RecordedFiles = { made: Set<string>; verified: Set<string> };

const dayMs = 86_400_000;

/** Matches the names that `backupName` makes. */
const namePattern = /^tenue-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(-manual|-update)?\.tenue$/;

/** @returns null for a file that is not one of our backups */
export function readName(name: string): KeptBackup | null {
  const found = namePattern.exec(name);
  if (found === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  const madeAt = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  return { name, madeAt, isScheduled: found[7] === undefined };
}

/**
 * Finds the backups to delete. For each of the last days and weeks (today and this week included), the newest scheduled backup
 * stays. Other kinds stay until the maximum age. The newest backup, and the newest complete one, always stay. The newest verified one
 * stays to the end of the weeks, because the legal texts promise this term. Backups that a wrong clock dated in the future are
 * ignored, and stay.
 * @returns their names
 */
export function findOutdated(
  backups: KeptBackup[],
  { now, keepDays, keepWeeks, maxAgeDays, made, verified }: Retention & RecordedFiles,
): string[] {
  const newestFirst = backups
    .filter(({ madeAt }) => madeAt <= latestPlausible(now))
    .sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
  const oldest = now.getTime() - maxAgeDays * dayMs;
  const alwaysKept = [newestFirst[0], newestFirst.find(({ name }) => made.has(name))];
  const newestVerified = newestFirst.find(({ name }) => verified.has(name));
  const tooOld = newestFirst.filter(({ isScheduled, madeAt }) => !isScheduled && madeAt.getTime() < oldest);
  const days = new Set<number>();
  const weeks = new Set<number>();
  const surplus = newestFirst
    .filter(({ isScheduled }) => isScheduled)
    .filter((backup) => {
      const [day, week] = [parisDay(backup.madeAt), parisWeek(backup.madeAt)];
      const isOfDay = !days.has(day) && parisDay(now) - day < keepDays;
      const isOfWeek = (!weeks.has(week) || backup === newestVerified) && parisWeek(now) - week < keepWeeks;
      days.add(day);
      weeks.add(week);
      return !isOfDay && !isOfWeek;
    });
  return [...tooOld, ...surplus].filter((backup) => !alwaysKept.includes(backup)).map(({ name }) => name);
}

const hourMs = 3_600_000;
const parisDayMs = 24 * hourMs;

const parisParts = new Intl.DateTimeFormat("en-CA", {
  timeZone: "Europe/Paris",
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

/** The local time in Paris as if it were UTC, in milliseconds, without fractions of a second. */
function onParisClock(at: Date): number {
  const parts = Object.fromEntries(
    parisParts.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The day in Paris, as a number that grows by one from day to day. */
export function parisDay(at: Date): number {
  return Math.floor(onParisClock(at) / parisDayMs);
}

/** The week in Paris, from Monday on, as a number that grows by one from week to week. */
export function parisWeek(at: Date): number {
  return Math.floor((parisDay(at) + 3) / 7); // 1 January 1970 was a Thursday
}

/** The last time until now at which this hour of the day began in Paris. The hour that is skipped in spring begins one hour later. */
export function lastTimeOfHour(now: Date, hour: number): Date {
  const today = parisDay(now);
  const candidates = [today, today - 1, today - 2].map((day) =>
    timeOfParisClock(day * parisDayMs + hour * hourMs),
  );
  return candidates.find((time) => time <= now) ?? now;
}

/** The first time at which a clock in Paris shows this local time. @param shown a result of `onParisClock` */
function timeOfParisClock(shown: number): Date {
  const early = new Date(shown - 2 * hourMs); // correct in summer time
  return onParisClock(early) >= shown ? early : new Date(shown - hourMs);
}
