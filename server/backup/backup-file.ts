import { createWriteStream, mkdirSync, renameSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { syncPath } from "#server/lib/database/durable-filesystem.ts";
import { explainFullDisk } from "#server/lib/full-disk.ts";
import { claimScratch } from "./left-overs.ts";

/**
 * Writes a file that is whole and durable as soon as it has its name; a process that is killed leaves a draft, which the next one
 * removes.
 * @returns its bytes
 */
export async function writeDurably(path: string, content: Readable): Promise<number> {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = claimScratch(folder, "backup-draft");
  try {
    await pipeline(content, createWriteStream(draft.path, { mode: 0o600, flush: true }));
    renameSync(draft.path, path);
    syncPath(folder);
  } catch (error) {
    draft.remove();
    throw explainFullDisk(error, { work: basename(path), folder });
  }
  draft.remove();
  return statSync(path).size;
}
