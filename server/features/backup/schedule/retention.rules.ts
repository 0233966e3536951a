import { parisDay, parisWeek } from "./paris-time.rules.ts";

export type KeptBackup = { name: string; madeAt: Date };

/** As `backupName` names those that the clock made: nobody clears away another. */
const ownName = /^tenue-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.tenue$/;

/** @returns null for a file that is none of ours to clear away */
export function readName(name: string): KeptBackup | null {
  const [, ...numbers] = ownName.exec(name) ?? [];
  if (numbers.length === 0) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers.map(Number);
  return { name, madeAt: new Date(Date.UTC(year, month - 1, day, hour, minute, second)) };
}

/**
 * Which backups have served their time: kept are the newest of each of the last days, the newest of each of the last weeks (today
 * and this week included), and the newest of all, however old it is.
 * @returns their names
 */
export function findOutdated(
  backups: KeptBackup[],
  { now, keepDays, keepWeeks }: { now: Date; keepDays: number; keepWeeks: number },
): string[] {
  const newestFirst = [...backups].sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
  const days = new Set<number>();
  const weeks = new Set<number>();
  return newestFirst.flatMap(({ name, madeAt }, index) => {
    const [day, week] = [parisDay(madeAt), parisWeek(madeAt)];
    const isOfDay = !days.has(day) && parisDay(now) - day < keepDays;
    const isOfWeek = !weeks.has(week) && parisWeek(now) - week < keepWeeks;
    days.add(day);
    weeks.add(week);
    return index === 0 || isOfDay || isOfWeek ? [] : [name];
  });
}
