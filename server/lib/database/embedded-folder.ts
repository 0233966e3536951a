import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fullMessage, OperatorError } from "#server/lib/operator-error.ts";

/** The major version of PostgreSQL in PGlite; it cannot open files of another major version. */
export const embeddedMajor = "18";

/** The major version of PostgreSQL that made a folder, if it differs from PGlite's; null when the folder can be opened or made. */
export function findOtherMajor(folder: string): string | null {
  const major = readMajor(folder);
  return major === embeddedMajor ? null : major;
}

/**
 * Checks a folder before it is opened, because PGlite itself fails with a stack trace that names neither version.
 * @throws OperatorError when another version of PostgreSQL made the folder
 */
export function ensureReadableVersion(folder: string): void {
  const major = findOtherMajor(folder);
  if (major === null) return;
  throw new OperatorError(
    `The embedded database in ${folder} was made by PostgreSQL ${major}, and this version of Tenue brings PostgreSQL ${embeddedMajor}: make a backup with the version that ran before (tenue backup FILE), and restore it with this version (tenue restore FILE --replace), which keeps that folder under another name.`,
  );
}

/** Null for a folder that holds no database yet. */
function readMajor(folder: string): string | null {
  try {
    return readFileSync(join(folder, "PG_VERSION"), "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

export interface FileLock {
  release(): void;
}

/**
 * Locks a file until `release` or any end of the process, and creates the file if necessary. Node has no file locks,
 * but the kernel drops an exclusive SQLite transaction with its process, so no stale lock can remain.
 * @throws Error with SQLite's `errcode`; 5 means that another process holds the lock
 */
function lockFile(path: string): FileLock {
  const file = new DatabaseSync(path);
  try {
    // Nothing is written, so no journal file is needed.
    file.exec("pragma journal_mode = memory; begin exclusive");
  } catch (error) {
    file.close();
    throw error;
  }
  return { release: () => file.close() };
}

/** @returns null when another process holds the lock, or the system has no locks */
export function tryToLock(path: string): FileLock | null {
  try {
    return lockFile(path);
  } catch {
    return null;
  }
}

const sqlite = { busy: 5, notADatabase: 26 };

/** Two processes that write to one data folder would destroy it. */
export class DataFolderInUseError extends OperatorError {
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another running server: stop that one, or set another DATA_DIR.`,
    );
    this.name = "DataFolderInUseError";
  }
}

/** Locks the folder until `release` or any end of the process. */
export function lockDataFolder(folder: string): FileLock {
  const path = join(folder, "lock");
  try {
    return lockFile(path);
  } catch (error) {
    throw hasCode(error, sqlite.busy) ? new DataFolderInUseError(folder) : unusable(path, error);
  }
}

/** Does not replace the lock file automatically, because a running server may hold it. */
function unusable(path: string, error: unknown): OperatorError {
  if (hasCode(error, sqlite.notADatabase)) {
    return new OperatorError(
      `The lock file ${path} is damaged: make sure that no server runs on this folder, then delete that file.`,
    );
  }
  return new OperatorError(`The lock file ${path} cannot be used: ${fullMessage(error)}.`);
}

function hasCode(error: unknown, code: number): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === code;
}
