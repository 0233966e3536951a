import type { AppDependencies } from "#server/app-dependencies.ts";
import { findScheduled } from "./scheduled.repository.ts";

/** Whether backups are made by themselves: as it is set, or else every night on the embedded database. */
export async function isScheduled({
  db,
  config,
}: Pick<AppDependencies, "db"> & { config: { databaseUrl: string | undefined } }): Promise<boolean> {
  return (await findScheduled(db)) ?? config.databaseUrl === undefined;
}
