import { and, eq, getTableColumns, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { SuppressionReason, SuppressionScope } from "#contract/privacy.ts";
import { suppressions } from "#db/schema/privacy.ts";
import type { Db } from "#server/lib/database/database.ts";

export type NewSuppression = {
  emailHash: string;
  scope: SuppressionScope;
  reason: SuppressionReason;
  /** Who or what: an administrator's e-mail, or the page. */
  source: string;
};

/** A suppression that a rule adds. `until`: when it ends by itself. */
export type AutomaticSuppression = NewSuppression & { until: Date | null };

export type StoredSuppression = NewSuppression & {
  id: string;
  at: Date;
  until: Date | null;
  renewedAt: Date | null;
};

/** One per address and reason: the list shows the first date, the term counts from the last. @returns null when it was there already */
export async function insertSuppression(
  db: Db,
  suppression: NewSuppression,
): Promise<StoredSuppression | null> {
  const [row] = await db
    .insert(suppressions)
    .values(suppression)
    .onConflictDoUpdate(renewing)
    .returning({ ...getTableColumns(suppressions), isNew: sql<boolean>`xmax = 0` });
  if (!row) throw new Error("the suppression was neither inserted nor renewed");
  const { isNew, ...stored } = row;
  return isNew ? stored : null;
}

const renewing = {
  target: [suppressions.emailHash, suppressions.reason],
  set: { renewedAt: sql`now()` },
};

/**
 * What follows from bounces and complaints, once per address. A stronger one takes the place of a weaker: it reaches further
 * or lasts longer, never less.
 * @returns those that are new or became stronger, as they are now
 */
export async function upsertAutomaticSuppressions(
  db: Db,
  automatic: AutomaticSuppression[],
): Promise<StoredSuppression[]> {
  return db
    .insert(suppressions)
    .values(automatic)
    .onConflictDoUpdate({
      target: [suppressions.emailHash, suppressions.reason],
      set: {
        scope: sql`case when excluded.scope = 'all' then 'all' else ${suppressions.scope} end`,
        until: sql`case when excluded.until is null or ${suppressions.until} is null then null
          else greatest(excluded.until, ${suppressions.until}) end`,
      },
      setWhere: sql`(excluded.scope = 'all' and ${suppressions.scope} <> 'all')
        or (${suppressions.until} is not null and (excluded.until is null or excluded.until > ${suppressions.until}))`,
    })
    .returning();
}

/** There was a reason for them once more. */
export async function renewSuppressions(
  db: Db,
  renewed: Pick<NewSuppression, "emailHash" | "reason">[],
): Promise<void> {
  const keys = renewed.map(({ emailHash, reason }) => sql`(${emailHash}, ${reason})`);
  await db
    .update(suppressions)
    .set({ renewedAt: sql`now()` })
    .where(sql`(${suppressions.emailHash}, ${suppressions.reason}) in (${sql.join(keys, sql`, `)})`);
}

/**
 * Those that were for a while, and those without a reason since `since`. A limitation stays while there are data that it
 * limits.
 */
export async function deleteExpired(db: Db, { now, since }: { now: Date; since: Date }): Promise<void> {
  await db
    .delete(suppressions)
    .where(
      or(
        lt(suppressions.until, now),
        and(
          lt(suppressions.at, since),
          or(isNull(suppressions.renewedAt), lt(suppressions.renewedAt, since)),
          sql`(${suppressions.reason} <> 'limited' or not is_limited(${suppressions.emailHash}))`,
        ),
      ),
    );
}

/** An erased person gets no message any more, except what they ask for themselves. */
export async function insertErasedSuppressions(
  db: Db,
  { emailHashes, source }: { emailHashes: string[]; source: string },
): Promise<void> {
  const erased = emailHashes.map(
    (emailHash) => ({ emailHash, source, scope: "all", reason: "erased" }) as const,
  );
  await db.insert(suppressions).values(erased).onConflictDoUpdate(renewing);
}

/** @returns those that were there */
export async function deleteSuppressionsByReason(
  db: Db,
  { emailHash, reasons }: { emailHash: string; reasons: SuppressionReason[] },
): Promise<StoredSuppression[]> {
  return db
    .delete(suppressions)
    .where(and(eq(suppressions.emailHash, emailHash), inArray(suppressions.reason, reasons)))
    .returning();
}

/** @returns those that were still there */
export async function deleteSuppressions(db: Db, ids: string[]): Promise<StoredSuppression[]> {
  return db.delete(suppressions).where(inArray(suppressions.id, ids)).returning();
}

export async function findSuppressions(db: Db, emailHash: string): Promise<StoredSuppression[]> {
  return db.select().from(suppressions).where(eq(suppressions.emailHash, emailHash)).orderBy(suppressions.at);
}

export type Place = Pick<StoredSuppression, "at" | "id">;

export type Wanted = { emailHash: string | null; reason?: SuppressionReason | null };

/** The next ones after a place, newest first. @param emailHash of one address alone; null for all */
export async function listSuppressionsAfter(
  db: Db,
  { emailHash, reason = null, after, limit }: Wanted & { after: Place | null; limit: number },
): Promise<StoredSuppression[]> {
  const wanted = reason === null ? undefined : eq(suppressions.reason, reason);
  const asked = emailHash === null ? undefined : eq(suppressions.emailHash, emailHash);
  const place = after
    ? sql`(${suppressions.at}, ${suppressions.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
    : undefined;
  return db
    .select()
    .from(suppressions)
    .where(and(asked, wanted, place))
    .orderBy(sql`${suppressions.at} desc, ${suppressions.id} desc`)
    .limit(limit);
}

export async function findSuppressionsByIds(db: Db, ids: string[]): Promise<StoredSuppression[]> {
  return db.select().from(suppressions).where(inArray(suppressions.id, ids));
}
