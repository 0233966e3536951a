import type { Backups } from "#contract/backup.schema.ts";
import type { Config } from "#server/lib/config.ts";
import { frenchSentence } from "#server/lib/operator-error.ts";
import { lastTimeOfHour } from "./retention.rules.ts";

const minuteMs = 60_000;

/** In milliseconds. */
export const scheduleTimes = {
  /** A longer run hangs, or was interrupted with its process. */
  runLimit: 120 * minuteMs,
  /** Before a night's backup that failed is tried again. */
  retryAfter: 60 * minuteMs,
  /** Before a new installation's first backup: until then there is nothing to keep. */
  firstAfter: 60 * minuteMs,
  /** A backup is restored for a trial when the last trial is older; somewhat less than a week, for nights are not equally long. */
  verifyAfter: 6.5 * 24 * 60 * minuteMs,
};

const triesPerNight = 3;

type Run = {
  kind: "scheduled" | "manual" | "update";
  startedAt: Date;
  finishedAt: Date | null;
  error: string | null;
};

/** Neither ended nor older than any backup takes. */
export const isUnderWay = ({ startedAt, finishedAt, error }: Run, now: Date): boolean =>
  finishedAt === null && error === null && now.getTime() - startedAt.getTime() < scheduleTimes.runLimit;

/**
 * Whether the night's backup is to be made now: also late, after a downtime, and again when it failed, a few times.
 * @param runs the newest ones, of every kind; none: there never was one
 * @param runningSince when this process began
 */
export function isBackupDue({
  now,
  hour,
  runs,
  runningSince,
}: {
  now: Date;
  hour: number;
  runs: Run[];
  runningSince: Date;
}): boolean {
  if (runs.some((run) => isUnderWay(run, now))) return false;
  const night = lastTimeOfHour(now, hour);
  if (runs.length === 0) {
    return night >= runningSince || now.getTime() - runningSince.getTime() >= scheduleTimes.firstAfter;
  }
  const tries = runs.filter(({ kind, startedAt }) => kind === "scheduled" && startedAt >= night);
  if (tries.some(({ finishedAt, error }) => finishedAt !== null && error === null)) return false;
  const last = Math.max(...tries.map(({ startedAt }) => startedAt.getTime()));
  return tries.length < triesPerNight && now.getTime() - last >= scheduleTimes.retryAfter;
}

/** French sentences of the back office for English errors of `tenue backup`; the log keeps the original. */
const failures: [pattern: RegExp, sentence: string][] = [
  [
    /The backup is damaged \(the table (\S+) differs after the restore\)/,
    "La sauvegarde est abîmée : la table « $1 » n’en revient pas telle qu’elle était.",
  ],
  [/The backup is damaged/, "La sauvegarde est abîmée : une partie du fichier est illisible."],
  [
    /^No space left on the disk \((\d+) MB free, about (\d+) MB needed\): ([^\n]*), for .*/,
    "Il n’y a plus de place sur le disque : il faut environ $2 Mo dans $3, et $1 Mo y sont libres.",
  ],
  [
    /^No space left on the disk \((\d+) MB free\): ([^\n]*), for .*/,
    "Il n’y a plus de place sur le disque : $1 Mo sont libres dans $2.",
  ],
  [/encrypted for another key|set BACKUP_KEY/, "La sauvegarde est chiffrée, et BACKUP_KEY ne l’ouvre pas."],
];

/** @param words of the error with which a backup failed */
export function describeFailure(words: string): string {
  for (const [pattern, sentence] of failures) {
    const [found] = pattern.exec(words) ?? [];
    if (found !== undefined) return found.replace(pattern, sentence);
  }
  return frenchSentence(words);
}

type Places = Pick<Config, "backupDir" | "backupCommand">;

/** Where backups go; null: nowhere. */
export function placeOf({ backupDir, backupCommand }: Places): Backups["place"] {
  if (backupDir === undefined) return backupCommand === undefined ? null : "command";
  return backupCommand === undefined ? "folder" : "both";
}

/** By default: every night on the embedded database, never on an external one, which has its own backups. */
export function isScheduleEnabled(
  { scheduled }: { scheduled: boolean | null },
  config: Places & Pick<Config, "databaseUrl">,
): boolean {
  return placeOf(config) !== null && (scheduled ?? config.databaseUrl === undefined);
}

/** A key that only encrypts cannot prove anything. */
export const canVerify = ({ backupKey }: Pick<Config, "backupKey">): boolean =>
  !backupKey?.startsWith("age1");
