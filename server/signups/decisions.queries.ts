import { and, eq, gt, inArray, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Audience, SignupStatus } from "#contract/audience.ts";
import type { Responses } from "#contract/signup.ts";
import { textArray } from "#server/lib/database/array-literal.ts";
import type { Db } from "#server/lib/database/database.ts";
import { rows } from "#server/lib/database/rows.ts";
import { decisionsWait } from "#server/mail/settings/settings.statement.ts";
import type { DecidedStatus } from "./signup-events.ts";
import { signupTables } from "./signup-tables.queries.ts";

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
  version: number;
};

export async function findSignup(db: Db, audience: Audience, id: string): Promise<StoredSignup | null> {
  const table = signupTables[audience];
  const [row] = await db.select().from(table).where(eq(table.id, id));
  return row ? toStored(row) : null;
}

/** How many of the given sign-ups are pending and wait for their address to be confirmed. */
export async function countUnconfirmed(db: Db, audience: Audience, ids: string[]): Promise<number> {
  const table = signupTables[audience];
  return db.$count(
    table,
    and(inArray(table.id, ids), eq(table.status, "pending"), sql`not (${mayBeDecided(table)})`),
  );
}

/** With the setting, only once the address is confirmed. */
const mayBeDecided = ({ confirmedAt }: Pick<(typeof signupTables)[Audience], "confirmedAt">): SQL =>
  sql`(${confirmedAt} is not null or not ${decisionsWait})`;

/** Of the given sign-ups, decides those that are pending, not limited and may be decided. One statement: of two that decide at once, one gets the row. */
export async function markDecided(
  db: Db,
  audience: Audience,
  decision: { ids: string[]; status: DecidedStatus; at: Date; bulkId?: string },
): Promise<StoredSignup[]> {
  const table = signupTables[audience];
  const changed = await db
    .update(table)
    .set({ status: decision.status, decidedAt: decision.at, bulkId: decision.bulkId ?? null })
    .where(
      and(
        inArray(table.id, decision.ids),
        eq(table.status, "pending"),
        isNull(table.limitedAt),
        mayBeDecided(table),
      ),
    )
    .returning();
  return changed.map(toStored);
}

/** @returns null when it is gone, pending already, or was decided before `since` */
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

export async function deleteSignups(db: Db, audience: Audience, ids: string[]): Promise<StoredSignup[]> {
  const table = signupTables[audience];
  const changed = await db.delete(table).where(inArray(table.id, ids)).returning();
  return changed.map(toStored);
}

/** Deletes what is signed up under these addresses, in one audience. */
export async function deleteByAddress(
  db: Db,
  audience: Audience,
  emailHashes: string[],
): Promise<StoredSignup[]> {
  const table = signupTables[audience];
  const changed = await db.delete(table).where(inArray(table.emailHash, emailHashes)).returning();
  return changed.map(toStored);
}

/** Which of these addresses no sign-up has, in whatever audience. */
export async function findUnusedAddresses(db: Db, emailHashes: string[]): Promise<string[]> {
  const isUsed = (audience: Audience) =>
    sql`exists (select from ${signupTables[audience]} s where s.email_hash = given.hash)`;
  const found = await rows(
    db,
    z.object({ hash: z.string() }),
    sql`
    select distinct hash from unnest(${textArray(emailHashes)}::text[]) as given (hash)
    where not ${isUsed("user")} and not ${isUsed("brand")}`,
  );
  return found.map(({ hash }) => hash);
}

/**
 * Deletes the oldest sign-ups of which nothing has been heard or decided since `before`. One statement: a decision, or an act of theirs, that is
 * taken in the same moment wins, whether it commits before this looks or holds the row meanwhile.
 */
export async function deleteInactive(
  db: Db,
  audience: Audience,
  { before, limit }: { before: Date; limit: number },
): Promise<StoredSignup[]> {
  const table = signupTables[audience];
  const { createdAt, decidedAt, confirmedAt, activeAt } = table;
  const lastAct = sql`greatest(${createdAt}, ${decidedAt}, ${confirmedAt}, ${activeAt})`;
  const inactive = and(lt(createdAt, before), lt(lastAct, before));
  const oldest = db
    .select({ id: table.id })
    .from(table)
    .where(inactive)
    .orderBy(table.createdAt)
    .limit(limit)
    .for("update", { skipLocked: true });
  const changed = await db
    .delete(table)
    .where(and(inArray(table.id, oldest), inactive))
    .returning();
  return changed.map(toStored);
}

/** How many of these there are still, whatever their status. */
export async function countExisting(db: Db, audience: Audience, ids: string[]): Promise<number> {
  const table = signupTables[audience];
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(table)
    .where(inArray(table.id, ids));
  return row?.count ?? 0;
}

type Row = Omit<StoredSignup, "website"> & { website?: string };

export function toStored({ website, ...row }: Row): StoredSignup {
  const {
    id,
    firstname,
    name,
    email,
    emailHash,
    responses,
    status,
    createdAt,
    decidedAt,
    duplicateOf,
    disposableEmail,
    confirmedAt,
    sample,
    limitedAt,
    version,
  } = row;
  const facts = {
    id,
    firstname,
    name,
    email,
    emailHash,
    website: website ?? null,
    responses,
    status,
    createdAt,
    decidedAt,
  };
  return { ...facts, duplicateOf, disposableEmail, confirmedAt, sample, limitedAt, version };
}
