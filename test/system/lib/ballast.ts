import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Fills the disk of a folder completely. */
export function fillDisk(folder: string): { giveBack(): void } {
  const path = join(folder, "ballast");
  const file = openSync(path, "w");
  try {
    // Then page by page, because a database could still write its pages of 8 KiB.
    for (const size of [1024 * 1024, 4096]) writeUntilFull(file, Buffer.alloc(size));
  } finally {
    closeSync(file);
  }
  return { giveBack: () => rmSync(path) };
}

function writeUntilFull(file: number, chunk: Buffer): void {
  try {
    for (;;) writeSync(file, chunk);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  }
}

/** Fills the disk of a folder except the given number of megabytes. */
export function leaveRoom(folder: string, megabytes: number): { giveBack(): void } {
  const { bavail, bsize } = statfsSync(folder);
  const kept = join(folder, "kept");
  mkdirSync(kept, { recursive: true });
  const free = bavail * bsize - megabytes * 1024 * 1024;
  writeFileSync(join(kept, "ballast"), Buffer.alloc(free));
  return { giveBack: () => rmSync(kept, { recursive: true }) };
}
