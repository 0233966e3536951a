import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Config } from "#server/lib/config.ts";
import { findBackupSettings } from "./schedule/backup-settings.queries.ts";
import { isMadeByItself } from "./schedule/settings.rules.ts";

/** Whether backups are made by themselves. */
export async function isScheduled({
  db,
  config,
}: Pick<AppDependencies, "db"> & {
  config: Pick<Config, "databaseUrl" | "backupDir" | "backupCommand">;
}): Promise<boolean> {
  return isMadeByItself(await findBackupSettings(db), config);
}
