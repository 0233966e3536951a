import { DatabaseSync } from "node:sqlite";

export interface FileLock {
  release(): void;
}

/**
 * Holds a file, which it makes when need be, until `release` or the end of the process, however it ends. Node itself offers no file lock;
 * an exclusive SQLite transaction is one that the kernel drops with the process, so nothing stale can remain.
 * @throws Error with SQLite's `errcode`; 5 means that another process holds it
 */
export function lockFile(path: string): FileLock {
  const file = new DatabaseSync(path);
  try {
    // Nothing is written, so a journal file is not needed.
    file.exec("pragma journal_mode = memory; begin exclusive");
  } catch (error) {
    file.close();
    throw error;
  }
  return { release: () => file.close() };
}

/** @returns null when another process holds it, or the system has no locks */
export function tryToLock(path: string): FileLock | null {
  try {
    return lockFile(path);
  } catch {
    return null;
  }
}
