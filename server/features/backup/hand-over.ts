import { open } from "node:fs/promises";
import { basename } from "node:path";
import type { Config } from "#server/lib/config.ts";
import { pipeToCommand } from "#server/lib/pipe-to-command.ts";

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
