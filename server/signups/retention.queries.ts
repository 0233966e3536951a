import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Audience } from "#contract/audience.ts";
import type { Db } from "#server/lib/database/database.ts";
import { rows, textArray } from "#server/lib/database/sql.ts";
import { type StoredSignup, toStored } from "./decisions.queries.ts";
import { signupTables } from "./signups.queries.ts";

type Batch = { before: Date; limit: number };

/** Locks the oldest sign-ups that are due. Leaves out those that another transaction holds. @returns a query of their ids */
function lockOldest(db: Db, audience: Audience, { isDue, limit }: { isDue: SQL; limit: number }) {
  const table = signupTables[audience];
  return db
    .select({ id: table.id })
    .from(table)
    .where(isDue)
    .orderBy(table.createdAt)
    .limit(limit)
    .for("update", { skipLocked: true });
}

/** Whether a sign-up waits for its confirmation and may be reminded of it. */
function isUnconfirmed(audience: Audience): SQL {
  const table = signupTables[audience];
  return sql`${table.status} = 'pending' and ${table.confirmedAt} is null and ${table.limitedAt} is null
    and not ${table.sample} and ${table.importId} is null`;
}

/**
 * Deletes the oldest sign-ups without activity or decision since `before`, except those whose owner limited the use of their data
 * (`limited_at`). It is one statement: a simultaneous decision or act of the person wins, whether it commits earlier or holds the row.
 */
export async function deleteInactive(
  db: Db,
  audience: Audience,
  { before, limit }: Batch,
): Promise<StoredSignup[]> {
  const table = signupTables[audience];
  const isDue = sql`${table.createdAt} < ${before.toISOString()}::timestamptz
    and greatest(${table.createdAt}, ${table.decidedAt}, ${table.confirmedAt}, ${table.activeAt})
      < ${before.toISOString()}::timestamptz and ${table.limitedAt} is null`;
  const oldest = lockOldest(db, audience, { isDue, limit });
  const deleted = await db
    .delete(table)
    .where(and(inArray(table.id, oldest), isDue))
    .returning();
  return deleted.map(toStored);
}

/**
 * Marks the oldest unconfirmed sign-ups from before `before` as reminded, once. Imported sign-ups get no reminder. Does nothing while a
 * hold stops the reminders.
 */
export async function markReminded(
  db: Db,
  audience: Audience,
  { before, limit, at }: Batch & { at: Date },
): Promise<StoredSignup[]> {
  const table = signupTables[audience];
  const isDue = sql`(select unconfirmed_are_deleted() and not mail_is_held())
    and ${isUnconfirmed(audience)}
    and ${table.remindedAt} is null and ${table.createdAt} < ${before.toISOString()}::timestamptz`;
  const oldest = lockOldest(db, audience, { isDue, limit });
  const reminded = await db
    .update(table)
    .set({ remindedAt: at })
    .where(and(inArray(table.id, oldest), isDue))
    .returning();
  return reminded.map(toStored);
}

/**
 * Locks the oldest sign-ups that were reminded before `before` and did not confirm. Leaves out a sign-up that is confirmed or decided at
 * the same time, or whose owner limited the use of their data (`limited_at`) or acted by a link of their mailbox (`active_at`): after an
 * act, the year without activity counts.
 */
export async function lockReminded(
  tx: Db,
  audience: Audience,
  { before, limit }: Batch,
): Promise<StoredSignup[]> {
  const table = signupTables[audience];
  const locked = await tx
    .select()
    .from(table)
    .where(sql`(select unconfirmed_are_deleted() and not mail_is_held())
    and ${isUnconfirmed(audience)}
    and ${table.activeAt} is null and ${table.remindedAt} < ${before.toISOString()}::timestamptz`)
    .orderBy(table.createdAt)
    .limit(limit)
    .for("update", { skipLocked: true });
  return locked.map(toStored);
}

/** @param times when each sign-up was reminded; null: it gets its reminder again */
export async function correctReminders(
  tx: Db,
  audience: Audience,
  times: readonly { id: string; at: Date | null }[],
): Promise<void> {
  const table = signupTables[audience];
  const ids = textArray(times.map(({ id }) => id));
  const at = textArray(times.map((time) => time.at?.toISOString() ?? null));
  await tx.execute(sql`
    update ${table} as signup set reminded_at = given.at
    from unnest(${ids}::uuid[], ${at}::timestamptz[]) as given (id, at) where signup.id = given.id`);
}

/**
 * Sets the reminder time to `at` for unconfirmed sign-ups that were reminded, or that are older than `dueBefore` and so were due for a
 * reminder. Imported sign-ups get no reminder.
 */
export async function restartReminders(
  tx: Db,
  audience: Audience,
  { dueBefore, at }: { dueBefore: Date; at: Date },
): Promise<void> {
  const table = signupTables[audience];
  await tx
    .update(table)
    .set({ remindedAt: at })
    .where(sql`
    ${table.status} = 'pending' and ${table.confirmedAt} is null and ${table.importId} is null
    and (${table.remindedAt} is not null
      or ${table.createdAt} < ${dueBefore.toISOString()}::timestamptz and (select unconfirmed_are_deleted()))`);
}

export async function deleteSignupsByAddress(
  db: Db,
  audience: Audience,
  emailHash: string,
): Promise<StoredSignup[]> {
  const table = signupTables[audience];
  const deleted = await db.delete(table).where(eq(table.emailHash, emailHash)).returning();
  return deleted.map(toStored);
}

/** The hashes of the addresses that may get a service message without having requested it. */
export async function findServiceRecipients(db: Db, emailHashes: string[]): Promise<Set<string>> {
  const found = await rows(
    db,
    z.object({ hash: z.string() }),
    sql`
      select hash from unnest(${textArray(emailHashes)}::text[]) as given (hash)
      cross join lateral mail_permission(hash, 'direct', 'service') where allowed`,
  );
  return new Set(found.map(({ hash }) => hash));
}

/** The hashes of the addresses that no sign-up of either audience has. */
export async function findUnusedAddresses(db: Db, emailHashes: string[]): Promise<string[]> {
  const found = await rows(
    db,
    z.object({ hash: z.string() }),
    sql`
      select distinct hash
      from unnest(${textArray(emailHashes)}::text[]) as given (hash)
      where not exists (select from beta_signups where email_hash = given.hash)
        and not exists (select from brand_signups where email_hash = given.hash)`,
  );
  return found.map(({ hash }) => hash);
}
