import { and, eq, inArray, isNull, lt, type SQL } from "drizzle-orm";
import type { Audience } from "#contract/audience.ts";
import type { Db } from "#server/lib/database/database.ts";
import { nothingIsHeld } from "#server/mail/sending/hold.statement.ts";
import { unconfirmedAreDeleted } from "#server/mail/settings/settings.statement.ts";
import { type StoredSignup, toStored } from "./decisions.queries.ts";
import { signupTables } from "./signup-tables.queries.ts";

type Batch = { before: Date; limit: number };

/** Notes that the oldest sign-ups from before then are reminded now, once, while the settings say so. */
export async function markReminded(
  db: Db,
  audience: Audience,
  { before, limit, at }: Batch & { at: Date },
): Promise<StoredSignup[]> {
  const table = signupTables[audience];
  const waits = and(unconfirmed(audience), isNull(table.remindedAt), lt(table.createdAt, before));
  const reminded = await db
    .update(table)
    .set({ remindedAt: at })
    .where(and(inArray(table.id, oldest(db, audience, waits, limit)), waits))
    .returning();
  return reminded.map(toStored);
}

/** Deletes the oldest sign-ups that were reminded before then, in vain. One that is confirmed or decided in the same moment stays. */
export async function deleteReminded(
  db: Db,
  audience: Audience,
  { before, limit }: Batch,
): Promise<StoredSignup[]> {
  const table = signupTables[audience];
  const inVain = and(unconfirmed(audience), lt(table.remindedAt, before));
  const deleted = await db
    .delete(table)
    .where(and(inArray(table.id, oldest(db, audience, inVain, limit)), inVain))
    .returning();
  return deleted.map(toStored);
}

/** While nothing leaves nobody can be asked. What is decided on, or kept at its owner's wish, stays whatever happens to the address. */
function unconfirmed(audience: Audience): SQL | undefined {
  const { status, confirmedAt, limitedAt, sample } = signupTables[audience];
  return and(
    unconfirmedAreDeleted,
    nothingIsHeld,
    eq(status, "pending"),
    isNull(confirmedAt),
    isNull(limitedAt),
    eq(sample, false),
  );
}

function oldest(db: Db, audience: Audience, which: SQL | undefined, limit: number) {
  const table = signupTables[audience];
  return db
    .select({ id: table.id })
    .from(table)
    .where(which)
    .orderBy(table.createdAt)
    .limit(limit)
    .for("update", { skipLocked: true });
}
