import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const sqliteBusy = 5;

/** Two processes that write to one data folder destroy it. */
export class DataFolderInUseError extends Error {
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another running server: stop that one, or set another DATA_DIR.`,
    );
    this.name = "DataFolderInUseError";
  }
}

export interface DataFolderLock {
  release(): void;
}

/**
 * Holds the folder until `release` or the end of the process, however it ends. Node itself offers no file lock;
 * an exclusive SQLite transaction on a file is one that the kernel drops with the process, so nothing stale can remain.
 */
export function lockDataFolder(folder: string): DataFolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = new DatabaseSync(join(folder, "lock"));
  try {
    file.exec("begin exclusive");
  } catch (error) {
    file.close();
    if (isBusy(error)) throw new DataFolderInUseError(folder);
    throw error;
  }
  return { release: () => file.close() };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === sqliteBusy;
}
