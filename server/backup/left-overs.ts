import { randomBytes } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type FileLock, tryToLock } from "#server/lib/database/file-lock.ts";

/** What is made and removed again: a draft of a backup, a copy to read from, a database to try a backup in. */
export type Scratch = { path: string; remove(): void };

const kinds = ["backup-draft", "backup-copy", "backup-trial"] as const;
const scratchName = new RegExp(`^((?:${kinds.join("|")})-[0-9a-f]{16})(?:\\.lock)?$`);
/** Between its lock and itself nothing of a process is seen yet but the lock. */
const loneLockMs = 60_000;

/**
 * A name for a file or folder that nobody else has. What processes left behind that were killed is removed first: whoever lives holds a
 * lock, which the kernel drops with the process. Numbers of processes say nothing, they are the same in every container.
 */
export function claimScratch(folder: string, kind: (typeof kinds)[number]): Scratch {
  removeLeftOvers(folder);
  const path = join(folder, `${kind}-${randomBytes(8).toString("hex")}`);
  // A filesystem without locks has none: then nobody removes what is left there.
  const lock = tryToLock(lockOf(path));
  return { path, remove: () => removeHeld(path, lock) };
}

function removeLeftOvers(folder: string): void {
  const names = new Set(readdirSync(folder).flatMap((name) => scratchName.exec(name)?.[1] ?? []));
  for (const path of [...names].map((name) => join(folder, name))) {
    if (isJustBegun(path)) continue;
    const lock = tryToLock(lockOf(path));
    if (lock) removeHeld(path, lock);
  }
}

function removeHeld(path: string, lock: FileLock | null): void {
  rmSync(path, { recursive: true, force: true });
  lock?.release();
  rmSync(lockOf(path), { force: true });
}

const lockOf = (path: string) => join(dirname(path), `${basename(path)}.lock`);

function isJustBegun(path: string): boolean {
  if (statSync(path, { throwIfNoEntry: false })) return false;
  const lock = statSync(lockOf(path), { throwIfNoEntry: false });
  return lock === undefined || Date.now() - lock.mtimeMs < loneLockMs;
}
