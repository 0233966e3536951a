import { readFileSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "#server/lib/operator-error.ts";

/** The major version of PostgreSQL that PGlite brings; files of another one cannot be opened. */
export const embeddedMajor = "18";

/** The major version of PostgreSQL that made a folder, if it is another than this one's; null when it can be opened, or made. */
export function findOtherMajor(folder: string): string | null {
  const major = readMajor(folder);
  return major === embeddedMajor ? null : major;
}

/**
 * Asked before a folder is opened: PGlite itself ends in a stack trace that names neither version.
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
