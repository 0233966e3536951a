import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { BackupKind } from "#contract/backup.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { backupName } from "#server/features/backup/backup-name.rules.ts";
import { handOver } from "../hand-over.ts";
import { findOutdated, readName } from "./retention.rules.ts";
import type { BackupOutcome, RunBackup } from "./tenue-process.ts";

export type Making = Pick<AppDependencies, "config"> & { run: RunBackup; signal: AbortSignal };

/**
 * Makes a backup where the settings of the environment say, and brings it to BACKUP_COMMAND. Without a folder it passes through one of
 * the system's for temporary files.
 * @param verify restores it for a trial first: what cannot be restored is not handed on
 */
export async function makeAndKeep(
  { config, run, signal }: Making,
  { kind, verify, now }: { kind: BackupKind; verify: boolean; now: Date },
): Promise<BackupOutcome> {
  const passing = config.backupDir === undefined ? await mkdtemp(join(tmpdir(), "tenue-outgoing-")) : null;
  try {
    const target = passing === null ? [] : [join(passing, backupName(now, kind))];
    const made = await run(["--kind", kind, ...target], signal);
    const file = made.file ?? "";
    const verifiedAt = verify ? (await run(["--verify", file], signal)).verifiedAt : null;
    await handOver(config, file, signal);
    return { ...made, file: basename(file), verifiedAt };
  } finally {
    if (passing !== null) await rm(passing, { recursive: true, force: true });
  }
}

/**
 * Removes what has served its time from a folder.
 * @param asked files that somebody asked for, which stay
 */
export async function clearAway(
  folder: string,
  { asked, ...times }: { asked: string[]; now: Date; keepDays: number; keepWeeks: number },
): Promise<void> {
  const theirs = new Set(asked);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return []; // no backup was ever made
    throw error;
  });
  const backups = names.flatMap((name) => (theirs.has(name) ? [] : (readName(name) ?? [])));
  for (const name of findOutdated(backups, times)) await rm(join(folder, name), { force: true });
}
