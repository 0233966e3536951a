import { randomBytes } from "node:crypto";
import {
  constants,
  createWriteStream,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { copyFile, mkdir, open, readdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { BackupKind } from "#contract/backup.ts";
import type { Config } from "#server/lib/config.ts";
import { syncPath } from "#server/lib/database/durable-filesystem.ts";
import { type FileLock, tryToLock } from "#server/lib/database/embedded-folder.ts";
import { explainFullDisk, OperatorError } from "#server/lib/operator-error.ts";
import { pipeToCommand } from "#server/lib/pipe-to-command.ts";

/**
 * Writes a temporary file, flushes it and renames it, so that a file with this name is complete. A killed process leaves the
 * temporary file, which the next process removes.
 * @returns its bytes
 */
export async function writeDurably(path: string, content: Readable): Promise<number> {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = claimScratch(folder, "backup-draft");
  try {
    await pipeline(content, createWriteStream(draft.path, { mode: 0o600, flush: true }));
    renameSync(draft.path, path);
    syncPath(folder);
  } catch (error) {
    draft.remove();
    throw explainFullDisk(error, { work: basename(path), folder });
  }
  draft.remove();
  return statSync(path).size;
}

/** A temporary file or folder: an unfinished backup, a copy to read from, a database for a trial restore, or a backup to hand over. */
export type Scratch = { path: string; remove(): void };

const kinds = ["backup-draft", "backup-copy", "backup-trial", "backup-outgoing"] as const;
const scratchName = new RegExp(`^((?:${kinds.join("|")})-[0-9a-f]{16})(?:\\.lock)?$`);
/** A process makes the lock before the file. A lock without a file that is younger than this may belong to a live process. */
const loneLockMs = 60_000;

/**
 * Makes a unique name for a temporary file or folder. First removes the files of killed processes, recognised by their free
 * lock: the kernel releases a lock when its process ends. Process ids do not help, because they repeat in every container.
 */
export function claimScratch(folder: string, kind: (typeof kinds)[number]): Scratch {
  removeLeftOvers(folder);
  const path = join(folder, `${kind}-${randomBytes(8).toString("hex")}`);
  // On a file system without locks the lock is null, and files of killed processes stay.
  const lock = tryToLock(lockOf(path));
  return { path, remove: () => removeHeld(path, lock) };
}

function removeLeftOvers(folder: string): void {
  const names = new Set(readdirSync(folder).flatMap((name) => scratchName.exec(name)?.[1] ?? []));
  for (const path of [...names].map((name) => join(folder, name))) {
    if (hasRecentLockOnly(path)) continue;
    const lock = tryToLock(lockOf(path));
    if (lock) removeHeld(path, lock);
  }
}

function removeHeld(path: string, lock: FileLock | null): void {
  rmSync(path, { recursive: true, force: true });
  lock?.release();
  rmSync(lockOf(path), { force: true });
}

const lockOf = (path: string) => join(dirname(path), `${basename(path)}.lock`);

function hasRecentLockOnly(path: string): boolean {
  if (statSync(path, { throwIfNoEntry: false })) return false;
  const lock = statSync(lockOf(path), { throwIfNoEntry: false });
  return lock === undefined || Date.now() - lock.mtimeMs < loneLockMs;
}

/**
 * Calls `work` with the path for a backup for which no file name was given. It is in BACKUP_DIR, or else in a temporary
 * folder that is removed afterwards, after a kill by the next such call.
 */
export async function withBackupPath<Result>(
  { backupDir }: Pick<Config, "backupDir">,
  name: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  if (backupDir !== undefined) return work(join(backupDir, name));
  const scratch = claimScratch(makeOutgoingFolder(), "backup-outgoing");
  try {
    mkdirSync(scratch.path, { mode: 0o700 });
    return await work(join(scratch.path, name));
  } finally {
    scratch.remove();
  }
}

/** A fixed name, so that the next process finds the left-overs of a killed one. Any user may make a folder of that name first. */
function makeOutgoingFolder(): string {
  const self = process.geteuid?.() ?? 0;
  const folder = join(tmpdir(), `tenue-outgoing-${self}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (found.isDirectory() && found.uid === self && (found.mode & 0o077) === 0) return folder;
  throw new OperatorError(`${folder} is not a private folder of the server's user: remove it`);
}

/** A hanging command must not stop a start or the next backup. */
const handOverLimitMs = 30 * 60_000;

/** Pipes a finished backup to BACKUP_COMMAND, if that is set. @throws when the command fails or hangs */
export async function handOver(
  { backupCommand }: Pick<Config, "backupCommand">,
  path: string,
  signal?: AbortSignal,
): Promise<void> {
  if (backupCommand === undefined) return;
  // The file is opened before the command starts, because the command may empty the copy before it reads the first byte.
  const content = (await open(path)).createReadStream();
  try {
    const env = { TENUE_BACKUP_FILE: basename(path) };
    await pipeToCommand(backupCommand, content, { env, limitMs: handOverLimitMs, signal });
  } finally {
    content.destroy();
  }
}

/** Node's default number of file threads. */
const copiesAtOnce = 4;

/**
 * Copies a folder of plain files and folders, several files at a time, because most are small. Copies share their blocks with the
 * originals if the file system supports it.
 * @param isNeeded whether to copy the file with this path within the folder; all folders are made
 */
export async function copyFolder(
  from: string,
  to: string,
  isNeeded: (path: string) => boolean,
): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const pathOf = ({ parentPath, name }: { parentPath: string; name: string }) =>
    relative(from, join(parentPath, name));
  for (const folder of entries.filter((entry) => entry.isDirectory()))
    await mkdir(join(to, pathOf(folder)), { recursive: true, mode: 0o700 });
  const files = entries.filter((entry) => entry.isFile()).map(pathOf);
  const waiting = files.filter(isNeeded).values();
  const copyOn = async () => {
    for (const path of waiting) await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE);
  };
  // Waits for all copies before it reports a failure, so that the caller can remove the folder safely.
  const ends = await Promise.allSettled(Array.from({ length: copiesAtOnce }, copyOn));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/** @returns bytes of all files; files deleted meanwhile count as 0 */
export async function sizeOfFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}

/** The file name of a backup: the second in UTC, so that names sort by time, and the kind unless it is scheduled. */
export function backupName(madeAt: Date, kind: BackupKind): string {
  const [day, time] = madeAt.toISOString().slice(0, 19).split("T") as [string, string];
  const suffix = kind === "scheduled" ? "" : `-${kind}`;
  return `tenue-${day.replaceAll("-", "")}-${time.replaceAll(":", "")}${suffix}.tenue`;
}
