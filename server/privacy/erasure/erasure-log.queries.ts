import { and, asc, eq, getTableColumns, gt, isNotNull, lt, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { SuppressionReason, SuppressionScope } from "#contract/privacy.ts";
import { erasureLog } from "#db/schema/backup.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/sql.ts";

export type NewErasure =
  | { kind: "erased"; emailHash: string }
  | { kind: "readdressed"; emailHash: string; signupId: string }
  | {
      kind: "suppressed" | "lifted";
      emailHash: string;
      scope: SuppressionScope;
      reason: SuppressionReason | "objected";
      until: Date | null;
    };

export type LoggedErasure = typeof erasureLog.$inferSelect;

export async function insertEntries(db: Db, entries: NewErasure[]): Promise<void> {
  await db.insert(erasureLog).values(entries);
}

/** The log of a database from before 0079 has no sign-ups, but is read before a restore replaces it. */
const columns = {
  ...getTableColumns(erasureLog),
  signupId: sql<string | null>`to_jsonb(${erasureLog}) ->> 'signup_id'`,
};

/** Lists entries in the order of their ids. @param after null: all entries; otherwise only entries with a higher id or a later time */
export async function findEntries(db: Db, after: { id: number; at: Date } | null): Promise<LoggedErasure[]> {
  const later = after && or(gt(erasureLog.id, after.id), gt(erasureLog.at, after.at));
  return db
    .select(columns)
    .from(erasureLog)
    .where(later ?? undefined)
    .orderBy(asc(erasureLog.id));
}

/** False for a database from before the log, which has no such table. */
export async function hasLog(db: Db): Promise<boolean> {
  const { there } = await onlyRow(
    db,
    z.object({ there: z.boolean() }),
    sql`select to_regclass('public.erasure_log') is not null as there`,
  );
  return there;
}

/** True when an entry has a higher number and is older than `before`. */
export async function hasNewerThan(db: Db, { id, before }: { id: number; before: Date }): Promise<boolean> {
  const found = await db
    .select({ id: erasureLog.id })
    .from(erasureLog)
    .where(and(gt(erasureLog.id, id), lt(erasureLog.at, before)))
    .limit(1);
  return found.length > 0;
}

/** The state changes with every new entry. */
export async function findState(db: Db): Promise<{ count: number; newest: number; oldestAt: Date | null }> {
  const { oldest, ...state } = await onlyRow(
    db,
    z.object({ count: z.number(), newest: z.number(), oldest: z.number().nullable() }),
    sql`select count(*)::float8 as count, coalesce(max(id), 0)::float8 as newest,
      (extract(epoch from min(at)) * 1000)::float8 as oldest from erasure_log`,
  );
  return { ...state, oldestAt: oldest === null ? null : new Date(oldest) };
}

/** Keeps other instances on this database from appending until the transaction ends. @returns false while another instance appends */
export async function tryToLockFile(tx: Db): Promise<boolean> {
  const { locked } = await onlyRow(
    tx,
    z.object({ locked: z.boolean() }),
    sql`select pg_try_advisory_xact_lock(hashtext('tenue erasures.ndjson')) as locked`,
  );
  return locked;
}

/** Counts how often an address was blocked or unblocked since a date. */
export async function countChanges(
  db: Db,
  { emailHash, since }: { emailHash: string; since: Date },
): Promise<number> {
  return db.$count(
    erasureLog,
    and(eq(erasureLog.emailHash, emailHash), isNotNull(erasureLog.reason), gt(erasureLog.at, since)),
  );
}

/** Deletes entries that a later entry of the same address, scope and reason voids. */
export async function deleteSuperseded(db: Db, before: Date): Promise<void> {
  await db.execute(sql`
    delete from erasure_log as earlier
    where reason is not null and at < ${before.toISOString()}::timestamptz and exists (
      select from erasure_log as later
      where later.email_hash = earlier.email_hash and later.scope is not distinct from earlier.scope
        and later.reason = earlier.reason and later.id > earlier.id
    )`);
}

export async function deleteEntriesBefore(db: Db, before: Date): Promise<void> {
  await db.delete(erasureLog).where(lt(erasureLog.at, before));
}

/** Rows per statement, because a statement has a maximum of parameters. */
const batch = 1_000;

/** Inserts lines of the file with their ids, and deletes the entries after `newest` that the replay of these lines has written. */
export async function replaceEntries(tx: Db, newest: number, entries: LoggedErasure[]): Promise<void> {
  await tx.delete(erasureLog).where(gt(erasureLog.id, newest));
  for (let start = 0; start < entries.length; start += batch) {
    await tx
      .insert(erasureLog)
      .overridingSystemValue()
      .values(entries.slice(start, start + batch))
      .onConflictDoNothing();
  }
  await tx.execute(
    sql`select setval(pg_get_serial_sequence('erasure_log', 'id'), greatest(max(id), 1)) from erasure_log`,
  );
}
