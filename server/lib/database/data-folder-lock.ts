import { join } from "node:path";
import { OperatorError } from "#server/lib/operator-error.ts";
import { type FileLock, lockFile } from "./file-lock.ts";

const sqlite = { busy: 5, notADatabase: 26 };

/** Two processes that write to one data folder destroy it. */
export class DataFolderInUseError extends OperatorError {
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another running server: stop that one, or set another DATA_DIR.`,
    );
    this.name = "DataFolderInUseError";
  }
}

/** Holds the folder until `release` or the end of the process, however it ends. */
export function lockDataFolder(folder: string): FileLock {
  const path = join(folder, "lock");
  try {
    return lockFile(path);
  } catch (error) {
    throw hasCode(error, sqlite.busy) ? new DataFolderInUseError(folder) : unusable(path, error);
  }
}

/** It is never replaced by itself: a running server may hold it under this very name. */
function unusable(path: string, error: unknown): OperatorError {
  if (hasCode(error, sqlite.notADatabase)) {
    return new OperatorError(
      `The lock file ${path} is damaged: make sure that no server runs on this folder, then delete that file.`,
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new OperatorError(`The lock file ${path} cannot be used: ${reason}.`);
}

function hasCode(error: unknown, code: number): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === code;
}
