import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "./operator-error.ts";

/** The embedded database's place within the data folder. */
export const databaseFolderName = "database";

const others = 0o077;

/** From now on nothing that this process or its threads make is readable or writable by other users. */
export function keepFilesPrivate(): void {
  process.umask(others);
}

/**
 * Creates the data folder when there is none, and removes the rights of other users that an earlier version, a copy or a
 * restored backup left. Once the folder itself is closed, other users cannot reach its content.
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

/** Its owner could open it again at any time, so not even root may use it. PostgreSQL demands the same. */
function ensureOwn(folder: string): void {
  const owner = statSync(folder).uid;
  const self = process.geteuid?.() ?? owner;
  if (owner === self) return;
  throw new OperatorError(
    `The data folder ${folder} belongs to another user (${owner}, the server runs as ${self}): start the server as that user, or give the folder away with chown -R ${self}.`,
  );
}

function makePrivate(path: string): void {
  // A running server removes files at any time; a second one is refused later, by the lock.
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink() || (found.mode & others) === 0) return;
  chmodSync(path, found.mode & 0o700);
}

function unusable(folder: string, error: unknown): OperatorError {
  const reason = error instanceof Error ? error.message : String(error);
  return new OperatorError(
    `The data folder ${folder} cannot be used (${reason}): give it to the server's user, on a disk that may be written to, or set another DATA_DIR.`,
  );
}
