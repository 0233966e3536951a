import { z } from "zod";
import { privacyPeriods, suppressionReasons, suppressionScopes } from "#contract/privacy.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { SignupHandlers } from "#server/signups/signup-events.ts";
import {
  countChanges,
  deleteEntriesBefore,
  deleteSuperseded,
  findEntries,
  hasLog,
  insertEntries,
  type LogEntry,
  type NewLogEntry,
} from "./erasure-log.queries.ts";

/** The log of erasures as a file, beside the backups. */
export const erasureFileName = "erasures.ndjson";

/** Its first line: whose it is. The hashes mean nothing to another installation. */
export const erasureFileHeadSchema = z.strictObject({ installation: z.uuid() });

/** Each other line: what happened to an address. Times are ISO 8601 in UTC with milliseconds. */
export const erasureLineSchema = z.strictObject({
  id: z.number().int().positive(),
  kind: z.enum(["erased", "suppressed", "lifted"]),
  emailHash: z.string(),
  /** Of a suppression; null for an erasure. */
  scope: z.enum(suppressionScopes).nullable(),
  reason: z.enum([...suppressionReasons, "objected"]).nullable(),
  until: z.iso.datetime().nullable(),
  at: z.iso.datetime(),
});

type Entry = z.output<typeof erasureLineSchema>;
/** Of a file or of the table. */
type ChangedEntry = Omit<Entry, "at" | "until"> & { at: string | Date };

const dayMs = 24 * 60 * 60 * 1000;

/** Of the changes of one address only the last one matters to a restore. Instances have noted by then what is older. */
export const supersededBefore = (now: Date) => new Date(now.getTime() - dayMs);

/** Older entries are past their term, unless an older backup is still there. */
export const erasuresKeptSince = (now: Date) =>
  new Date(now.getTime() - privacyPeriods.erasureLogDays * dayMs);

/**
 * What `deleteSuperseded` forgets of the table, for the entries of a file. A restore gives numbers a second time, and the file holds
 * what the restored database does not know: void is what both its number and its time put before a later entry.
 */
export function findSuperseded<One extends ChangedEntry>(entries: One[], before: Date): Set<One> {
  const changes = entries.filter(({ kind }) => kind !== "erased");
  const last = new Map<string, One>();
  for (const entry of changes) {
    const known = last.get(keyOf(entry));
    if (known === undefined || entry.id > known.id) last.set(keyOf(entry), entry);
  }
  const isVoid = (entry: One) => {
    const later = last.get(keyOf(entry)) ?? entry;
    const at = new Date(entry.at);
    return later.id > entry.id && new Date(later.at) >= at && at < before;
  };
  return new Set(changes.filter(isVoid));
}

const keyOf = ({ emailHash, scope, reason }: ChangedEntry) => JSON.stringify([emailHash, scope, reason]);

export type { LogEntry };
export { countChanges };

/**
 * Notes a change of an address that older backups do not contain. Every erasure, block, lifted block and objection calls it.
 * @param tx the transaction of what happened: neither exists without the other
 */
export async function logErasures(tx: Db, entries: NewLogEntry[]): Promise<void> {
  if (entries.length > 0) await insertEntries(tx, entries);
}

/** Upkeep; the file beside the backups follows (`erasure-keeper.service.ts`). */
export async function forgetSuperseded({ db, now }: Pick<AppDependencies, "db" | "now">): Promise<void> {
  await deleteSuperseded(db, supersededBefore(now()));
}

/**
 * Whether a log may lack erasures since a backup, because entries that old are past their term. One entry from before the backup shows that
 * nothing since is missing.
 */
export function isOlderThanLog(madeAt: Date, { entries, now }: { entries: LogEntry[]; now: Date }): boolean {
  return madeAt < erasuresKeptSince(now) && !entries.some(({ at }) => at <= madeAt);
}

/** Upkeep: no backup is old enough to need what was noted before. The file beside the backups follows. */
export async function forgetOldErasures({ db }: Pick<AppDependencies, "db">, before: Date): Promise<void> {
  await deleteEntriesBefore(db, before);
}

/** The lines of a database of any version, before it is replaced; null when it is too old to have any. */
export async function findKeptErasures(tx: Db): Promise<LogEntry[] | null> {
  return (await hasLog(tx)) ? findEntries(tx, null) : null;
}

/** What a period ended is not noted: the upkeep ends it again in what is restored. */
export const erasureLogHandlers: SignupHandlers = {
  async erased(tx, { emailHashes, asked }) {
    if (!asked) return;
    await logErasures(
      tx,
      emailHashes.map((emailHash) => ({ kind: "erased", emailHash })),
    );
  },
};
