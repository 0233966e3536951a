import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { getInstallationKey } from "#server/accounts/installation.service.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { addMonths } from "#server/lib/add-months.ts";
import type { Db } from "#server/lib/database/database.ts";
import { isFolderOfAnother } from "#server/privacy/erasure/erasure-file.ts";
import { deleteOldErasures, erasuresKeptSince } from "#server/privacy/erasure/erasure-log.service.ts";
import { latestPlausible } from "#server/upkeep/clock.rules.ts";
import { findOutdated, readName } from "./retention.rules.ts";
import { deleteRunsBefore, findBackupSettings, findRecordedFiles } from "./schedule.queries.ts";

type Deps = Pick<AppDependencies, "db" | "log" | "config" | "now">;

const shownMonths = 13;

/**
 * Upkeep: deletes expired backups, then the log of erasures older than all backups. The newest backup stays after its term when
 * there is no newer one; then the erasures since its date stay too.
 */
export function createBackupClearing({ db, log, config, now }: Deps): () => Promise<void> {
  let isForeign = false;
  return async () => {
    await deleteRunsBefore(db, addMonths(now(), -shownMonths));
    const folder = config.backupDir;
    const wasForeign = isForeign;
    isForeign = folder !== undefined && (await isFolderOfAnother(folder, await getInstallationKey(db)));
    if (isForeign && !wasForeign)
      log.warn("backups are not cleared away in a folder of another installation", { folder });
    const oldest = folder === undefined || isForeign ? null : await clearFolder(db, folder, now());
    const term = erasuresKeptSince(now());
    await deleteOldErasures({ db }, oldest !== null && oldest < term ? oldest : term);
  };
}

/** Deletes expired backups. @returns the date of the oldest remaining backup, or null */
async function clearFolder(db: Db, folder: string, now: Date): Promise<Date | null> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return []; // no backup was ever made
    throw error;
  });
  const backups = names.flatMap((name) => readName(name) ?? []);
  const recorded = await findRecordedFiles(db);
  const outdated = new Set(findOutdated(backups, { ...(await findBackupSettings(db)), ...recorded, now }));
  for (const name of outdated) await rm(join(folder, name), { force: true });
  const kept = backups.filter(({ name, madeAt }) => !outdated.has(name) && madeAt <= latestPlausible(now));
  return kept.map(({ madeAt }) => madeAt).sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
}
