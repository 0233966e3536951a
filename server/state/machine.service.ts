import { execFile } from "node:child_process";
import { access, constants, readdir, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Config } from "#server/lib/config.ts";
import { databaseFolderName } from "#server/lib/data-folder.ts";
import type { DiskFacts } from "./facts.ts";

/** The folders to which this process writes, with their free space. */
export async function readPlaces({
  databaseUrl,
  dataDir,
  backupDir,
}: Pick<Config, "databaseUrl" | "dataDir" | "backupDir">): Promise<DiskFacts[]> {
  const places: Promise<DiskFacts>[] = [];
  if (databaseUrl === undefined) places.push(readPlace("DATA_DIR", dataDir));
  if (backupDir !== undefined) places.push(readPlace("BACKUP_DIR", backupDir));
  return Promise.all(places);
}

async function readPlace(variable: DiskFacts["variable"], path: string): Promise<DiskFacts> {
  const { folder: there, device } = await nearestFolder(path);
  const { bavail, blocks, bsize } = await statfs(there);
  const isWritable = await access(there, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return { variable, path, free: bavail * bsize, total: blocks * bsize, isWritable, device };
}

/** Finds the nearest existing folder, because a folder for backups is made with the first backup. */
async function nearestFolder(path: string): Promise<{ folder: string; device: number }> {
  for (let folder = path; ; folder = dirname(folder)) {
    try {
      const { dev } = await stat(folder);
      return { folder, device: dev };
    } catch (error) {
      if (folder === dirname(folder) || !isAbsent(error)) throw error;
    }
  }
}

/** The size of the embedded database's log on the disk, in bytes; null without read access. */
export async function embeddedLogBytes(dataDir: string): Promise<number | null> {
  const folder = join(dataDir, databaseFolderName, "pg_wal");
  const names = await readdir(folder).catch((error: unknown) => {
    if (isAbsent(error) || hasCode(error, "EACCES")) return null;
    throw error;
  });
  if (names === null) return null;
  const sizes = await Promise.all(names.map((name) => sizeOf(join(folder, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Zero for a missing file, because the database may delete files at any time. */
async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : 0;
  } catch (error) {
    if (isAbsent(error)) return 0;
    throw error;
  }
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;
const isAbsent = (error: unknown) => hasCode(error, "ENOENT");

/** True when the kernel's clock is synchronised, by any service; null without systemd. */
export async function isClockSynchronised(): Promise<boolean | null> {
  try {
    const question = ["show", "--property=NTPSynchronized", "--value"];
    const { stdout } = await promisify(execFile)("timedatectl", question, { timeout: 2_000 });
    const answer = stdout.trim();
    return answer === "yes" || answer === "no" ? answer === "yes" : null;
  } catch {
    return null; // no systemd here, or it does not answer
  }
}
