import { mkdir, open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { z } from "zod";
import { writeDurably } from "#server/backup/backup-files.ts";
import type { LoggedErasure } from "./erasure-log.queries.ts";
import {
  erasureFileHeadSchema,
  erasureFileName,
  erasureLineSchema,
  findSuperseded,
} from "./erasure-log.service.ts";

/**
 * A transaction may commit its line after younger ones. So each read looks again at the last `ids` ids, and at lines up to `ms`
 * milliseconds older than the newest.
 */
const overlap = { ids: 100, ms: 3_600_000 };

export type ErasureFile = {
  path: string;
  /** The entry after which to read the table; null when the file is empty. Reads the file again only after a change. */
  position(): Promise<{ id: number; at: Date } | null>;
  /** The entries that the file does not have yet. */
  missing(entries: LoggedErasure[]): LoggedErasure[];
  /**
   * Appends the entries that the file does not have yet, and syncs it to the disk. An empty file gets its head even without entries: a
   * restore has to know that no person was erased.
   * @returns how many lines were new
   */
  append(entries: LoggedErasure[]): Promise<number>;
  /** Counts the entries of the file. */
  count(): Promise<number>;
  hasOlderThan(time: Date): Promise<boolean>;
  /**
   * Replaces the file by one without void entries. Skips this when the file has changed meanwhile: the next attempt reads it again.
   * @param alone runs the work while no other instance appends; otherwise skips it
   */
  compact(kept: Kept, alone: (replace: () => Promise<void>) => Promise<void>): Promise<void>;
};

/** Before `superseded`, only entries are kept that no later entry voids. Before `since`, no entries are kept. */
type Kept = { superseded: Date; since: Date };

/** All calls throw when the file belongs to another installation: a restore reads the lines of one installation only. */
export function openErasureFile(folder: string, installation: string): ErasureFile {
  const path = join(folder, erasureFileName);
  let known = nothingKnown();

  async function refreshKnown(): Promise<void> {
    const size = await sizeOf(path);
    if (size !== known.size) known = size === 0 ? nothingKnown() : await readKnown(path, installation);
  }

  const missing = (entries: LoggedErasure[]) => entries.filter((entry) => !known.recent.has(lineOf(entry)));

  return {
    path,
    missing,
    async position() {
      await refreshKnown();
      return known.whole === 0 ? null : startOfOverlap(known);
    },
    async append(entries) {
      await refreshKnown();
      const fresh = missing(entries);
      if (fresh.length === 0 && known.whole > 0) return 0;
      const head = known.whole === 0 ? [headOf(installation)] : [];
      const text = `${[...head, ...fresh.map(lineOf)].join("\n")}\n`;
      await appendAt(path, { folder, whole: known.whole, text });
      known.whole += Buffer.byteLength(text);
      known.size = known.whole;
      known.lines += fresh.length;
      for (const entry of fresh) remember(known, lineOf(entry), entry);
      forgetOld(known);
      return fresh.length;
    },
    async count() {
      await refreshKnown();
      return known.lines;
    },
    async hasOlderThan(time) {
      await refreshKnown();
      return known.oldest !== null && known.oldest < time;
    },
    async compact(wanted, alone) {
      const bytes = await readFile(path);
      const { head, lines } = linesIn(bytes);
      if (head === undefined) return;
      ensureOurs(path, head, installation);
      const kept = withoutVoid(lines, wanted);
      if (kept.length === lines.length) return;
      await alone(async () => {
        if ((await sizeOf(path)) !== bytes.length) return;
        await writeDurably(path, Readable.from([`${[head, ...kept].join("\n")}\n`]));
      });
    },
  };
}

/** The first line, without its end. */
export const headOf = (installation: string) => JSON.stringify({ installation });

/** True when a folder holds another installation's log of erasures, and so its backups. */
export async function isFolderOfAnother(folder: string, installation: string): Promise<boolean> {
  const path = join(folder, erasureFileName);
  if ((await sizeOf(path)) === 0) return false;
  const [head = ""] = (await readFile(path, "utf8")).split("\n", 1);
  return !isHeadOf(head, installation);
}

/** One entry as a line of the file, without its end. */
export function lineOf({ id, kind, emailHash, signupId, scope, reason, until, at }: LoggedErasure): string {
  return JSON.stringify({
    id,
    kind,
    emailHash,
    ...(signupId !== null && { signupId }),
    scope,
    reason,
    until: until?.toISOString() ?? null,
    at: at.toISOString(),
  });
}

type Place = { id: number; at: Date };

/**
 * `whole`: the bytes up to the last line break. `lines`: the number of lines after the head. `recent`: lines that the next read of the
 * table may give again.
 */
type Known = {
  size: number;
  whole: number;
  lines: number;
  oldest: Date | null;
  newest: Place;
  recent: Map<string, Place>;
};

const nothingKnown = (): Known => ({
  size: 0,
  whole: 0,
  lines: 0,
  oldest: null,
  newest: { id: 0, at: new Date(0) },
  recent: new Map(),
});

function startOfOverlap({ newest }: Known): Place {
  return { id: newest.id - overlap.ids, at: new Date(newest.at.getTime() - overlap.ms) };
}

function remember(known: Known, line: string, { id, at }: Place): void {
  known.oldest = known.oldest !== null && known.oldest < at ? known.oldest : at;
  known.newest = { id: Math.max(known.newest.id, id), at: at > known.newest.at ? at : known.newest.at };
  known.recent.set(line, { id, at });
}

function forgetOld(known: Known): void {
  const start = startOfOverlap(known);
  for (const [line, { id, at }] of known.recent) {
    if (id <= start.id && at <= start.at) known.recent.delete(line);
  }
}

async function readKnown(path: string, installation: string): Promise<Known> {
  const bytes = await readFile(path);
  const { whole, head, lines } = linesIn(bytes);
  const known = { ...nothingKnown(), size: bytes.length, whole, lines: lines.length };
  if (head !== undefined) ensureOurs(path, head, installation);
  for (const line of lines) {
    const entry = entryIn(line);
    if (entry) remember(known, line, { id: entry.id, at: new Date(entry.at) });
  }
  forgetOld(known);
  return known;
}

/** The whole lines of a file. */
function linesIn(bytes: Buffer) {
  const whole = bytes.lastIndexOf("\n") + 1;
  const [head, ...lines] = bytes.toString("utf8", 0, whole).split("\n").slice(0, -1);
  return { whole, head, lines };
}

/** Null for a line that another program has written. */
const entryIn = (line: string) => jsonLine.pipe(erasureLineSchema).safeParse(line).data ?? null;

function withoutVoid(lines: string[], { superseded: before, since }: Kept): string[] {
  const read = lines.map((line) => ({ line, entry: entryIn(line) }));
  const superseded = findSuperseded(
    read.flatMap(({ entry }) => entry ?? []),
    before,
  );
  return read.flatMap(({ line, entry }) =>
    entry && (superseded.has(entry) || Date.parse(entry.at) < since.getTime()) ? [] : line,
  );
}

const jsonLine = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue("no JSON");
    return z.NEVER;
  }
});

function isHeadOf(head: string, installation: string): boolean {
  const parsed = jsonLine.pipe(erasureFileHeadSchema).safeParse(head);
  return parsed.success && parsed.data.installation === installation;
}

function ensureOurs(path: string, head: string, installation: string): void {
  if (isHeadOf(head, installation)) return;
  throw new Error(`${path} belongs to another installation: move it away, or set another BACKUP_DIR`);
}

/** Overwrites an incomplete last line, which a process left when it was killed. */
async function appendAt(
  path: string,
  { folder, whole, text }: { folder: string; whole: number; text: string },
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(path, "a", 0o600);
  try {
    await file.truncate(whole);
    await file.appendFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  if (whole === 0) await syncFolder(folder);
}

/** Syncs the folder, because only this makes the name of a new file durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return 0;
    throw error;
  }
}
