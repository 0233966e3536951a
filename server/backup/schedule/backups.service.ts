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
import { invalid, stale } from "#server/lib/http/errors.ts";
import { findNewestRuns, type StoredRun } from "./backup-runs.queries.ts";
import { findBackupSettings, updateBackupSettings } from "./backup-settings.queries.ts";
import { isMadeByItself, placeOf } from "./settings.rules.ts";

type Deps = Pick<AppDependencies, "db" | "config">;

const told = 20;

export async function getBackups({ db, config }: Deps): Promise<Backups> {
  return {
    settings: await getSettings({ db, config }),
    runs: (await findNewestRuns(db, { limit: told })).map(presentRun),
    place: placeOf(config),
    encrypted: config.backupKey !== undefined,
  };
}

async function getSettings({ db, config }: Deps): Promise<BackupSettings> {
  const settings = await findBackupSettings(db);
  const { hour, keepDays, keepWeeks, maxAgeDays, version } = settings;
  return { scheduled: isMadeByItself(settings, config), hour, keepDays, keepWeeks, maxAgeDays, version };
}

/** @throws ApiError 400 when there is no place for backups, 409 `stale` when somebody else saved meanwhile */
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
