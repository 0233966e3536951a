import { and, eq, gt, inArray, isNotNull, isNull, lt, ne, sql } from "drizzle-orm";
import type { Audience, SignupStatus } from "#contract/audience.ts";
import type { Responses } from "#contract/signup.ts";
import { bulkDecisions } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { textArray } from "#server/lib/database/sql.ts";
import type { DecidedStatus, SignupPerson } from "./signup-events.ts";
import { signupTables } from "./signups.queries.ts";

/** A whole sign-up as stored. `website` is null for users. */
export type StoredSignup = {
  id: string;
  firstname: string;
  name: string;
  email: string;
  emailHash: string;
  website: string | null;
  responses: Responses;
  status: SignupStatus;
  createdAt: Date;
  decidedAt: Date | null;
  duplicateOf: string | null;
  disposableEmail: boolean;
  confirmedAt: Date | null;
  sample: boolean;
  limitedAt: Date | null;
  sourceId: number | null;
  starred: boolean;
  note: string | null;
  /** The import that it came with; null when its person sent it. */
  importId: string | null;
  /** When the person was reminded to confirm. For an imported sign-up: when a campaign asked its address to confirm. */
  remindedAt: Date | null;
  version: number;
};

export async function findSignup(db: Db, audience: Audience, id: string): Promise<StoredSignup | null> {
  const table = signupTables[audience];
  const [row] = await db.select().from(table).where(eq(table.id, id));
  return row ? toStored(row) : null;
}

/** Finds a sign-up and locks it until the transaction ends. */
export async function lockSignup(tx: Db, audience: Audience, id: string): Promise<StoredSignup | null> {
  const table = signupTables[audience];
  const [row] = await tx.select().from(table).where(eq(table.id, id)).for("update");
  return row ? toStored(row) : null;
}

/** Keeps these sign-ups from being changed or deleted until the transaction ends. Locks rows in id order to avoid deadlocks. */
export async function lockSignups(tx: Db, audience: Audience, ids: string[]): Promise<void> {
  const table = signupTables[audience];
  await tx
    .select({ id: table.id })
    .from(table)
    .where(sql`${table.id} = any(${textArray(ids)}::uuid[])`)
    .orderBy(table.id)
    .for("share");
}

/** Counts those of the sign-ups whose owner limited the use of their data. */
export async function countLimited(db: Db, audience: Audience, ids: string[]): Promise<number> {
  const table = signupTables[audience];
  return db.$count(table, and(inArray(table.id, ids), isNotNull(table.limitedAt)));
}

/** Counts those of the sign-ups that are pending and can be decided only after their address is confirmed. */
export async function countUnconfirmed(db: Db, audience: Audience, ids: string[]): Promise<number> {
  const table = signupTables[audience];
  return db.$count(
    table,
    and(
      inArray(table.id, ids),
      eq(table.status, "pending"),
      isNull(table.confirmedAt),
      isNull(table.limitedAt),
      sql`(select decisions_wait())`,
    ),
  );
}

type Decision = { ids: string[]; status: DecidedStatus; at: Date; bulkId?: string };

/**
 * Decides the sign-ups that are pending, not limited, and confirmed where the settings require it. It is one statement: when two
 * admins decide at once, only one of them gets the row.
 */
export async function updatePendingStatus(
  db: Db,
  audience: Audience,
  { ids, status, at, bulkId }: Decision,
): Promise<StoredSignup[]> {
  const table = signupTables[audience];
  const changed = await db
    .update(table)
    .set({ status, decidedAt: at, bulkId: bulkId ?? null })
    .where(isDecidable(audience, ids))
    .returning();
  return changed.map(toStored);
}

function isDecidable(audience: Audience, ids: string[]) {
  const table = signupTables[audience];
  return and(
    inArray(table.id, ids),
    eq(table.status, "pending"),
    isNull(table.limitedAt),
    sql`(${table.confirmedAt} is not null or not (select decisions_wait()))`,
  );
}

/** Counts those of the sign-ups that would get a mail about their decision. */
export async function countDecisionRecipients(db: Db, audience: Audience, ids: string[]) {
  const table = signupTables[audience];
  const [row] = await db
    .select({
      recipients: sql<number>`count(*)::int`,
      unconfirmed: sql<number>`count(*) filter (where ${table.confirmedAt} is null)::int`,
      disposable: sql<number>`count(*) filter (where ${table.disposableEmail})::int`,
    })
    .from(table)
    .where(
      and(
        isDecidable(audience, ids),
        isNull(table.duplicateOf),
        eq(table.sample, false),
        sql`(select allowed from mail_permission(${table.emailHash}, 'direct', 'service'))`,
      ),
    );
  return row ?? { recipients: 0, unconfirmed: 0, disposable: 0 };
}

/** @returns null when the sign-up was deleted, is pending already, or was decided before `since` */
export async function markPending(
  db: Db,
  audience: Audience,
  { id, since }: { id: string; since: Date },
): Promise<StoredSignup | null> {
  const table = signupTables[audience];
  const [row] = await db
    .update(table)
    .set({ status: "pending", decidedAt: null, bulkId: null })
    .where(and(eq(table.id, id), ne(table.status, "pending"), gt(table.decidedAt, since)))
    .returning();
  return row ? toStored(row) : null;
}

/** Restarts the undo time. @returns null when the sign-up was deleted, is pending, or was decided before `since` */
export async function extendDecision(
  db: Db,
  audience: Audience,
  { id, since, at }: { id: string; since: Date; at: Date },
): Promise<StoredSignup | null> {
  const table = signupTables[audience];
  const [row] = await db
    .update(table)
    .set({ decidedAt: at })
    .where(and(eq(table.id, id), ne(table.status, "pending"), gt(table.decidedAt, since)))
    .returning();
  return row ? toStored(row) : null;
}

/** @param limited true: also deletes sign-ups whose owner limited the use of their data */
export async function deleteSignups(
  db: Db,
  audience: Audience,
  { ids, limited }: { ids: string[]; limited: boolean },
): Promise<StoredSignup[]> {
  const table = signupTables[audience];
  const meant = and(inArray(table.id, ids), limited ? undefined : isNull(table.limitedAt));
  const changed = await db.delete(table).where(meant).returning();
  return changed.map(toStored);
}

/** Counts those of the sign-ups that still exist, in any status. */
export async function countExisting(db: Db, audience: Audience, ids: string[]): Promise<number> {
  const table = signupTables[audience];
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(table)
    .where(inArray(table.id, ids));
  return row?.count ?? 0;
}

type Row = Omit<StoredSignup, "website"> & { website?: string };

/** Converts a row of either table: users have no website. */
export const toStored = (row: Row): StoredSignup => ({ website: null, ...row });

type Bulk = { id: string; audience: Audience };

/** Stores when a bulk decision ended, for its undo, and deletes the records of earlier days. */
export async function insertBulkDecision(
  db: Db,
  { id, audience, finishedAt, forgetBefore }: Bulk & { finishedAt: Date; forgetBefore: Date },
): Promise<void> {
  await db.delete(bulkDecisions).where(lt(bulkDecisions.finishedAt, forgetBefore));
  await db.insert(bulkDecisions).values({ id, audience, finishedAt });
}

/** Claims the undo: only one of two simultaneous calls succeeds. @returns false when it was claimed before, or ended before `since` */
export async function takeBulkDecision(
  db: Db,
  { id, audience, since }: Bulk & { since: Date },
): Promise<boolean> {
  const rows = await db
    .delete(bulkDecisions)
    .where(
      and(
        eq(bulkDecisions.id, id),
        eq(bulkDecisions.audience, audience),
        gt(bulkDecisions.finishedAt, since),
      ),
    )
    .returning({ id: bulkDecisions.id });
  return rows.length > 0;
}

/** Restarts the undo time. @returns false when the undo was claimed, or ended before `since` */
export async function extendBulkDecision(
  db: Db,
  { id, audience, since, at }: Bulk & { since: Date; at: Date },
): Promise<boolean> {
  const { rowCount } = await db
    .update(bulkDecisions)
    .set({ finishedAt: at })
    .where(
      and(
        eq(bulkDecisions.id, id),
        eq(bulkDecisions.audience, audience),
        gt(bulkDecisions.finishedAt, since),
      ),
    );
  return (rowCount ?? 0) > 0;
}

/** Makes the sign-ups of a bulk decision pending again, except those that were decided again later. */
export async function markBulkPending(db: Db, { id, audience }: Bulk): Promise<SignupPerson[]> {
  const table = signupTables[audience];
  return db
    .update(table)
    .set({ status: "pending", decidedAt: null, bulkId: null })
    .where(eq(table.bulkId, id))
    .returning({
      id: table.id,
      firstname: table.firstname,
      name: table.name,
      email: table.email,
      duplicateOf: table.duplicateOf,
      sample: table.sample,
    });
}
