import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { databaseFolderName } from "#server/lib/data-folder.ts";
import { findOtherMajor } from "#server/lib/database/embedded-version.ts";

export type SetAside = {
  /** Where the old database lies now; null when there was none to set aside. */
  keptAs: string | null;
  /** Puts it back, when nothing came into its place. The new one has to be closed. */
  giveBack(): void;
};

/**
 * An embedded database that another PostgreSQL made cannot be opened: it stays, whole, under another name, and a new one takes its place.
 * @param dataDir is locked by the caller
 */
export function setOldDatabaseAside(dataDir: string): SetAside {
  const folder = join(dataDir, databaseFolderName);
  const major = findOtherMajor(folder);
  if (major === null) return { keptAs: null, giveBack: () => undefined };
  const keptAs = freeName(`${folder}-postgresql-${major}`);
  renameSync(folder, keptAs);
  return {
    keptAs,
    giveBack() {
      rmSync(folder, { recursive: true, force: true });
      renameSync(keptAs, folder);
    },
  };
}

function freeName(wanted: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if (!existsSync(name)) return name;
  }
}
