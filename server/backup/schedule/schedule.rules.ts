import type { Backups } from "#contract/backup.schema.ts";
import type { Config } from "#server/lib/config.ts";
import { frenchSentence } from "#server/lib/operator-error.ts";
import { lastTimeOfHour } from "./retention.rules.ts";

const minuteMs = 60_000;

/** In milliseconds. */
export const scheduleTimes = {
  /** A longer run hangs, or was interrupted with its process. */
  runLimit: 120 * minuteMs,
  /** The pause before a failed nightly backup is retried. */
  retryAfter: 60 * minuteMs,
  /** The pause before the first backup of a new installation, which has no data yet. */
  firstAfter: 60 * minuteMs,
  /** A backup is verified by a trial restore when the last one is older. Less than a week, because the time of backups varies. */
  verifyAfter: 6.5 * 24 * 60 * minuteMs,
};

const triesPerNight = 3;

type Run = {
  kind: "scheduled" | "manual" | "update";
  startedAt: Date;
  finishedAt: Date | null;
  error: string | null;
};

/** Whether a run has not ended and is not older than the longest backup. */
export const isUnderWay = ({ startedAt, finishedAt, error }: Run, now: Date): boolean =>
  finishedAt === null && error === null && now.getTime() - startedAt.getTime() < scheduleTimes.runLimit;

/**
 * Whether to make the nightly backup now. After a downtime it is made late; a failed one is retried a few times.
 * @param runs the newest runs of every kind; empty when there never was a run
 * @param runningSince the start of this process
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

/** @param words the message of the error with which a backup failed */
export function describeFailure(words: string): string {
  for (const [pattern, sentence] of failures) {
    const [found] = pattern.exec(words) ?? [];
    if (found !== undefined) return found.replace(pattern, sentence);
  }
  return frenchSentence(words);
}

type Places = Pick<Config, "backupDir" | "backupCommand">;

/** Where backups are stored; null: no place is configured. */
export function placeOf({ backupDir, backupCommand }: Places): Backups["place"] {
  if (backupDir === undefined) return backupCommand === undefined ? null : "command";
  return backupCommand === undefined ? "folder" : "both";
}

/** The default is every night for the embedded database, and never for an external one, whose operator has other backups. */
export function isScheduleEnabled(
  { scheduled }: { scheduled: boolean | null },
  config: Places & Pick<Config, "databaseUrl">,
): boolean {
  return placeOf(config) !== null && (scheduled ?? config.databaseUrl === undefined);
}

/** Whether backups can be verified: an age recipient can encrypt, but not decrypt them. */
export const canVerify = ({ backupKey }: Pick<Config, "backupKey">): boolean =>
  !backupKey?.startsWith("age1");
