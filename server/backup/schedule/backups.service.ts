import type { z } from "zod";
import type {
  BackupRun,
  BackupSettings,
  Backups,
  backupSettingsUpdateSchema,
} from "#contract/backup.schema.ts";
import { backupMessages } from "#contract/backup.ts";
import { staleMessage } from "#contract/version.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { findLastActor, recordEntry } from "#server/journal/journal.service.ts";
import type { Config } from "#server/lib/config.ts";
import { invalid, stale } from "#server/lib/http/errors.ts";
import { latestPlausible } from "#server/upkeep/clock.rules.ts";
import {
  findBackupSettings,
  findBackupsAfter,
  findLastBackup,
  findNewestRuns,
  type StoredRun,
  updateBackupSettings,
} from "./schedule.queries.ts";
import { isScheduleEnabled, placeOf } from "./schedule.rules.ts";

type Deps = Pick<AppDependencies, "db" | "config">;

const shownRuns = 20;

export async function getBackups({ db, config }: Deps): Promise<Backups> {
  return {
    settings: await getSettings({ db, config }),
    runs: (await findNewestRuns(db, { limit: shownRuns })).map(presentRun),
    place: placeOf(config),
    encrypted: config.backupKey !== undefined,
  };
}

async function getSettings({ db, config }: Deps): Promise<BackupSettings> {
  const settings = await findBackupSettings(db);
  const { hour, keepDays, keepWeeks, maxAgeDays, version } = settings;
  return { scheduled: isScheduleEnabled(settings, config), hour, keepDays, keepWeeks, maxAgeDays, version };
}

/** @throws ApiError 400 without a configured place for backups, 409 `stale` when another administrator has saved since */
export async function saveBackupSettings(
  { db, config }: Deps,
  settings: z.output<typeof backupSettingsUpdateSchema>,
  actor: string,
): Promise<BackupSettings> {
  if (settings.scheduled && placeOf(config) === null) throw invalid({ scheduled: backupMessages.noPlace });
  await db.transaction(async (tx) => {
    if (!(await updateBackupSettings(tx, settings))) {
      const savedBy = await findLastActor(tx, { action: "backup.settings_updated" });
      throw stale(await getSettings({ db: tx, config }), staleMessage(savedBy, actor));
    }
    await recordEntry(tx, { actor, action: "backup.settings_updated" });
  });
  return getSettings({ db, config });
}

export function presentRun({ startedAt, finishedAt, verifiedAt, ...run }: StoredRun): BackupRun {
  return {
    ...run,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    verifiedAt: verifiedAt?.toISOString() ?? null,
  };
}

/** Whether backups are made on a schedule. */
export async function isScheduled({
  db,
  config,
}: Pick<AppDependencies, "db"> & {
  config: Pick<Config, "databaseUrl" | "backupDir" | "backupCommand">;
}): Promise<boolean> {
  return isScheduleEnabled(await findBackupSettings(db), config);
}

type BackupClock = Pick<AppDependencies, "db" | "now">;

const namedFutureBackups = 5;

/** Age and size of the newest complete backup, the last verification, and the number of failures since. */
export const getLastBackup = ({ db, now }: BackupClock) => findLastBackup(db, latestPlausible(now()));

/** Finds the files of the newest complete backups that a wrong clock dated in the future. */
export const findFutureBackups = ({ db, now }: BackupClock) =>
  findBackupsAfter(db, { after: latestPlausible(now()), limit: namedFutureBackups });
