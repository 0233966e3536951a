import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fullMessage, OperatorError } from "./operator-error.ts";

/** The name of the embedded database's folder within the data folder. */
export const databaseFolderName = "database";

const others = 0o077;

/** From now on, other users can neither read nor write files that this process or its threads create. */
export function keepFilesPrivate(): void {
  process.umask(others);
}

/**
 * Creates the data folder if it does not exist. Removes the rights of other users, which an earlier version, a copy or a restored
 * backup left. Other users cannot reach the content of a folder that is closed to them.
 * @throws OperatorError when the folder cannot be written to, cannot be closed to others, or belongs to another user
 */
export function secureDataFolder(folder: string): void {
  keepFilesPrivate();
  try {
    mkdirSync(folder, { recursive: true });
    ensureOwn(folder);
    makePrivate(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
      makePrivate(join(folder, name));
  } catch (error) {
    throw error instanceof OperatorError ? error : unusable(folder, error);
  }
  if (process.platform !== "win32" && (statSync(folder).mode & others) !== 0) {
    throw new OperatorError(
      `The data folder ${folder} stays open to other users: its file system keeps no permissions. Set another DATA_DIR.`,
    );
  }
}

/** Refuses a folder of another user, even for root, because its owner could open it again at any time. PostgreSQL does the same. */
function ensureOwn(folder: string): void {
  const owner = statSync(folder).uid;
  const self = process.geteuid?.() ?? owner;
  if (owner === self) return;
  throw new OperatorError(
    `The data folder ${folder} belongs to another user (${owner}, the server runs as ${self}): start the server as that user, or give the folder away with chown -R ${self}.`,
  );
}

function makePrivate(path: string): void {
  // A running server removes files at any time. The lock refuses a second server later.
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink() || (found.mode & others) === 0) return;
  chmodSync(path, found.mode & 0o700);
}

function unusable(folder: string, error: unknown): OperatorError {
  return new OperatorError(
    `The data folder ${folder} cannot be used (${fullMessage(error)}): give it to the server's user, on a disk that may be written to, or set another DATA_DIR.`,
  );
}
