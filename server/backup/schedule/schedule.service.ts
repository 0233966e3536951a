import { basename } from "node:path";
import { type BackupKind, backupMessages } from "#contract/backup.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { backupName } from "#server/backup/backup-files.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { conflict } from "#server/lib/http/errors.ts";
import { fullMessage } from "#server/lib/operator-error.ts";
import { postNotice } from "#server/notices/notices.service.ts";
import { latestPlausible } from "#server/upkeep/clock.rules.ts";
import type { MayDeleteByTime } from "#server/upkeep/clock.service.ts";
import { handOver, withBackupPath } from "../backup-files.ts";
import {
  endRun,
  failAbandonedRuns,
  findBackupSettings,
  findLastVerification,
  findNewestRuns,
  insertRun,
  lockBackupSettings,
  type StoredRun,
} from "./schedule.queries.ts";
import {
  canVerify,
  describeFailure,
  isBackupDue,
  isScheduleEnabled,
  isUnderWay,
  placeOf,
  scheduleTimes,
} from "./schedule.rules.ts";
import type { BackupOutcome, RunBackup } from "./tenue-process.ts";

type Deps = Pick<AppDependencies, "db" | "log" | "config" | "now"> & { mayDeleteByTime: MayDeleteByTime };

/** Makes backups, one at a time among all instances. One per process. */
export type BackupSchedule = {
  /** Upkeep: begins the night's backup when it is due. Does not wait for its end. */
  beginIfDue(): Promise<void>;
  /** Begins a backup now. @throws ApiError 409 while another one runs, or without a configured place */
  beginNow(actor: string): Promise<StoredRun>;
  /** Resolves when the backups that this process began have ended. */
  settled(): Promise<void>;
  /** Aborts the running backup. */
  stop(): Promise<void>;
};

/** The newest runs that decide whether a backup is due or running. */
const recentRunsMax = 50;
const reasonMaxLength = 500;

export function createBackupSchedule(deps: Deps, { run }: { run: RunBackup }): BackupSchedule {
  const { db, log, config, now, mayDeleteByTime } = deps;
  const stopping = new AbortController();
  const runningSince = now();
  let underWay: Promise<void> = Promise.resolve();
  let isFirstCheck = true;

  async function make({ id, kind }: StoredRun): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(scheduleTimes.runLimit)]);
    const verify = kind === "scheduled" && (await isVerificationDue(deps));
    try {
      const outcome = await makeAndKeep({ config, run, signal }, { kind, verify, now: now() });
      const { file, bytes, rows, verifiedAt } = outcome;
      const at = verifiedAt === null ? null : new Date(verifiedAt);
      await endRun(db, id, { file, bytes, rows, verifiedAt: at, finishedAt: now(), error: null });
      log.info("backup made", { kind, file, bytes, rows, verified: at !== null });
    } catch (error) {
      const message = fullMessage(error).slice(0, reasonMaxLength);
      log.error("failed to make backup", { kind, reason: message });
      const reason = stopping.signal.aborted ? backupMessages.cutOff : describeFailure(message);
      await recordFailure(deps, { id, kind, reason });
    }
  }

  function begin(stored: StoredRun): StoredRun {
    underWay = make(stored).catch((error) => log.error("failed to record backup", { error }));
    return stored;
  }

  return {
    async beginIfDue() {
      if (placeOf(config) === null) {
        if (isFirstCheck) log.warn("no backups are made: neither BACKUP_DIR nor BACKUP_COMMAND is set");
        isFirstCheck = false;
        return;
      }
      // Only one process uses the embedded database: a run that is open when it starts belongs to a dead process.
      const isAlone = isFirstCheck && config.databaseUrl === undefined;
      isFirstCheck = false;
      if (isAlone || (await mayDeleteByTime())) {
        await failAbandonedRuns(db, {
          before: isAlone ? runningSince : new Date(now().getTime() - scheduleTimes.runLimit),
          after: latestPlausible(now()),
          error: backupMessages.cutOff,
        });
      }
      if (!(await findDue(db, deps, runningSince))) return; // checks without a lock first, because usually nothing is due
      const stored = await db.transaction(async (tx) => {
        await lockBackupSettings(tx);
        return (await findDue(tx, deps, runningSince))
          ? insertRun(tx, { kind: "scheduled", startedAt: now() })
          : null;
      });
      if (stored) begin(stored);
    },
    async beginNow(actor) {
      if (placeOf(config) === null) throw conflict(backupMessages.noPlace);
      const stored = await db.transaction(async (tx) => {
        await lockBackupSettings(tx);
        const runs = await findRecentRuns(tx, now);
        if (runs.some((one) => isUnderWay(one, now()))) throw conflict(backupMessages.underWay);
        await recordEntry(tx, { actor, action: "backup.started" });
        return insertRun(tx, { kind: "manual", startedAt: now() });
      });
      return begin(stored);
    },
    settled: () => underWay,
    async stop() {
      stopping.abort();
      await underWay;
    },
  };
}

const findRecentRuns = (db: Db, now: () => Date) =>
  findNewestRuns(db, { limit: recentRunsMax, until: latestPlausible(now()) });

async function findDue(db: Db, { config, now }: Deps, runningSince: Date): Promise<boolean> {
  const settings = await findBackupSettings(db);
  if (!isScheduleEnabled(settings, config)) return false;
  const runs = await findRecentRuns(db, now);
  return isBackupDue({ now: now(), hour: settings.hour, runs, runningSince });
}

async function isVerificationDue({ db, config, now }: Deps): Promise<boolean> {
  if (!canVerify(config)) return false;
  const last = await findLastVerification(db, latestPlausible(now()));
  return last === null || now().getTime() - last.getTime() >= scheduleTimes.verifyAfter;
}

/** Notifies super administrators of the first of several failures in a row. */
async function recordFailure(
  { db, now }: Pick<Deps, "db" | "now">,
  { id, kind, reason }: { id: string; kind: BackupKind; reason: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const others = (await findRecentRuns(tx, now)).filter((one) => one.id !== id && one.kind === "scheduled");
    await endRun(tx, id, {
      error: reason,
      finishedAt: null,
      file: null,
      bytes: null,
      rows: null,
      verifiedAt: null,
    });
    if (kind === "scheduled" && (others[0]?.error ?? null) === null)
      await postNotice(tx, { kind: "backup_failed", details: { reason } });
  });
}

type Making = Pick<AppDependencies, "config"> & { run: RunBackup; signal: AbortSignal };

/**
 * Makes a backup in BACKUP_DIR or a temporary folder, and pipes it to BACKUP_COMMAND.
 * @param verify restores the backup on trial first, so that the command gets only backups that can be restored
 */
function makeAndKeep(
  { config, run, signal }: Making,
  { kind, verify, now }: { kind: BackupKind; verify: boolean; now: Date },
): Promise<BackupOutcome> {
  return withBackupPath(config, backupName(now, kind), async (path) => {
    const made = await run(["--kind", kind, path], signal);
    const verifiedAt = verify ? (await run(["--verify", path], signal)).verifiedAt : null;
    await handOver(config, path, signal);
    return { ...made, file: basename(path), verifiedAt };
  });
}
