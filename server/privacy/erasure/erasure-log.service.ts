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
  type LoggedErasure,
  type NewErasure,
} from "./erasure-log.queries.ts";

/** The log of erasures as a file, beside the backups. */
export const erasureFileName = "erasures.ndjson";

/** The first line names the installation: its hashes mean nothing to another installation. */
export const erasureFileHeadSchema = z.strictObject({ installation: z.uuid() });

/** Each other line: a change of one address. Times are ISO 8601 in UTC with milliseconds. */
export const erasureLineSchema = z.strictObject({
  id: z.number().int().positive(),
  kind: z.enum(["erased", "suppressed", "lifted", "readdressed"]),
  emailHash: z.string(),
  /** Which sign-up got the address. Other lines, and those of earlier versions, do not have it. */
  signupId: z.uuid().nullable().default(null),
  /** The scope of a suppression; null for other lines. */
  scope: z.enum(suppressionScopes).nullable(),
  reason: z.enum([...suppressionReasons, "objected"]).nullable(),
  until: z.iso.datetime().nullable(),
  at: z.iso.datetime(),
});

type Entry = z.output<typeof erasureLineSchema>;
/** An entry of a file or of the table. */
type ChangedEntry = Pick<Entry, "id" | "emailHash" | "scope" | "reason"> & { at: string | Date };

const dayMs = 24 * 60 * 60 * 1000;

/** A restore needs only the last change of an address. Older changes than this are already written to every file. */
export const supersededBefore = (now: Date) => new Date(now.getTime() - dayMs);

/** Older entries are past their term, unless an even older backup still exists. */
export const erasuresKeptSince = (now: Date) =>
  new Date(now.getTime() - privacyPeriods.erasureLogDays * dayMs);

/**
 * Finds in the entries of a file what `deleteSuperseded` deletes from the table. After a restore, numbers are used a second time, and the
 * file holds entries that the restored database does not have. So an entry is void only if a later one has a higher number and a later
 * time.
 */
export function findSuperseded<One extends ChangedEntry>(entries: One[], before: Date): Set<One> {
  const changes = entries.filter(({ reason }) => reason !== null);
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

export type { LoggedErasure };
export { countChanges };

/**
 * Records a change of an address that older backups do not contain. Every erasure, block, lifted block and objection calls it.
 * @param tx the transaction of the change: neither is stored without the other
 */
export async function logErasures(tx: Db, entries: NewErasure[]): Promise<void> {
  if (entries.length > 0) await insertEntries(tx, entries);
}

/** Upkeep: deletes void entries. The next compaction also removes them from the file. */
export async function deleteSupersededErasures({
  db,
  now,
}: Pick<AppDependencies, "db" | "now">): Promise<void> {
  await deleteSuperseded(db, supersededBefore(now()));
}

/**
 * True when a log may lack erasures since a backup, because such old entries are past their term. An entry from before the backup proves
 * that no later one is missing.
 */
export function isOlderThanLog(
  madeAt: Date,
  { entries, now }: { entries: Pick<LoggedErasure, "at">[]; now: Date },
): boolean {
  return madeAt < erasuresKeptSince(now) && !entries.some(({ at }) => at <= madeAt);
}

/** Upkeep: deletes entries from before the oldest backup, which no backup needs. The next compaction also removes them from the file. */
export async function deleteOldErasures({ db }: Pick<AppDependencies, "db">, before: Date): Promise<void> {
  await deleteEntriesBefore(db, before);
}

/** The entries of a database of any version, read before it is replaced; null when it is too old to have a log. */
export async function findKeptErasures(tx: Db): Promise<LoggedErasure[] | null> {
  return (await hasLog(tx)) ? findEntries(tx, null) : null;
}

/**
 * Deletions at the end of a retention period are not recorded: after a restore the upkeep repeats them. A new address is recorded, so that
 * a later erasure also reaches a restored sign-up with its earlier address.
 */
export const erasureLogHandlers: SignupHandlers = {
  async erased(tx, { emailHashes, asked }) {
    if (!asked) return;
    await logErasures(
      tx,
      emailHashes.map((emailHash) => ({ kind: "erased", emailHash })),
    );
  },
  async readdressed(tx, { before, after: { id, emailHash } }) {
    if (emailHash === before.emailHash) return;
    await logErasures(tx, [{ kind: "readdressed", emailHash, signupId: id }]);
  },
};
