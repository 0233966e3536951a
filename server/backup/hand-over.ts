import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Config } from "#server/lib/config.ts";
import { pipeToCommand } from "#server/lib/pipe-to-command.ts";

/**
 * Where a backup goes that nobody names a file for: into BACKUP_DIR, or without one through a folder of the system's for temporary files,
 * which lasts as long as the work.
 */
export async function inItsPlace<Result>(
  { backupDir }: Pick<Config, "backupDir">,
  name: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  if (backupDir !== undefined) return work(join(backupDir, name));
  const passing = await mkdtemp(join(tmpdir(), "tenue-outgoing-"));
  try {
    return await work(join(passing, name));
  } finally {
    await rm(passing, { recursive: true, force: true });
  }
}

/** Brings a backup that is made to BACKUP_COMMAND, when there is one. @throws when the command did not take it */
export async function handOver(
  { backupCommand }: Pick<Config, "backupCommand">,
  path: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  if (backupCommand === undefined) return;
  // Opened first: the command may empty the copy before it reads the first byte.
  const content = (await open(path)).createReadStream();
  try {
    await pipeToCommand(backupCommand, content, { env: { TENUE_BACKUP_FILE: basename(path) }, signal });
  } finally {
    content.destroy();
  }
}
