import { latestPlausible } from "#server/upkeep/clock.rules.ts";
import { parisDay, parisWeek } from "./paris-time.rules.ts";

export type KeptBackup = { name: string; madeAt: Date; isScheduled: boolean };

type Retention = { now: Date; keepDays: number; keepWeeks: number; maxAgeDays: number };

const dayMs = 86_400_000;

/** As `backupName` names them. */
const ownName = /^tenue-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(-manual|-update)?\.tenue$/;

/** @returns null for a file that is none of ours to clear away */
export function readName(name: string): KeptBackup | null {
  const found = ownName.exec(name);
  if (found === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  const madeAt = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  return { name, madeAt, isScheduled: found[7] === undefined };
}

/**
 * Which backups have served their time. Of the scheduled ones are kept the newest of each of the last days and of each of the last
 * weeks (today and this week included); the others until they are too old. The newest of each kind stays however old it is.
 * Those that a wrong clock dated in the future count for nothing and stay.
 * @returns their names
 */
export function findOutdated(
  backups: KeptBackup[],
  { now, keepDays, keepWeeks, maxAgeDays }: Retention,
): string[] {
  const newestFirst = backups
    .filter(({ madeAt }) => madeAt <= latestPlausible(now))
    .sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
  const oldest = now.getTime() - maxAgeDays * dayMs;
  const tooOld = newestFirst
    .filter(({ isScheduled }) => !isScheduled)
    .filter(({ madeAt }, index) => index > 0 && madeAt.getTime() < oldest);
  const days = new Set<number>();
  const weeks = new Set<number>();
  const surplus = newestFirst
    .filter(({ isScheduled }) => isScheduled)
    .filter(({ madeAt }, index) => {
      const [day, week] = [parisDay(madeAt), parisWeek(madeAt)];
      const isOfDay = !days.has(day) && parisDay(now) - day < keepDays;
      const isOfWeek = !weeks.has(week) && parisWeek(now) - week < keepWeeks;
      days.add(day);
      weeks.add(week);
      return index > 0 && !isOfDay && !isOfWeek;
    });
  return [...tooOld, ...surplus].map(({ name }) => name);
}
