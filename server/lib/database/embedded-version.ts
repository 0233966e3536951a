import { readFileSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "#server/lib/operator-error.ts";

/** The major version of PostgreSQL that PGlite brings; files of another one cannot be opened. */
export const embeddedMajor = "18";

/**
 * Asked before a folder is opened: PGlite itself ends in a stack trace that names neither version.
 * @throws OperatorError when another version of PostgreSQL made the folder
 */
export function ensureReadableVersion(folder: string): void {
  const major = readMajor(folder);
  if (major === null || major === embeddedMajor) return;
  throw new OperatorError(
    `The embedded database in ${folder} was made by PostgreSQL ${major}, and this version of Tenue brings PostgreSQL ${embeddedMajor}: make a backup with the version that ran before (tenue backup FILE), rename that folder to keep it, and restore the backup with this version (tenue restore FILE).`,
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
