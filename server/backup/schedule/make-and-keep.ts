import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { BackupKind } from "#contract/backup.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { backupName } from "#server/backup/backup-name.rules.ts";
import { handOver, inItsPlace } from "../hand-over.ts";
import { findOutdated, readName } from "./retention.rules.ts";
import type { BackupOutcome, RunBackup } from "./tenue-process.ts";

export type Making = Pick<AppDependencies, "config"> & { run: RunBackup; signal: AbortSignal };

/**
 * Makes a backup where the settings of the environment say, and brings it to BACKUP_COMMAND.
 * @param verify restores it for a trial first: what cannot be restored is not handed on
 */
export function makeAndKeep(
  { config, run, signal }: Making,
  { kind, verify, now }: { kind: BackupKind; verify: boolean; now: Date },
): Promise<BackupOutcome> {
  return inItsPlace(config, backupName(now, kind), async (path) => {
    const made = await run(["--kind", kind, path], signal);
    const verifiedAt = verify ? (await run(["--verify", path], signal)).verifiedAt : null;
    await handOver(config, path, signal);
    return { ...made, file: basename(path), verifiedAt };
  });
}

/** Removes what has served its time from a folder. */
export async function clearAway(
  folder: string,
  times: { now: Date; keepDays: number; keepWeeks: number; maxAgeDays: number },
): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return []; // no backup was ever made
    throw error;
  });
  const backups = names.flatMap((name) => readName(name) ?? []);
  for (const name of findOutdated(backups, times)) await rm(join(folder, name), { force: true });
}
