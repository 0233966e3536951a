import { and, eq, getTableColumns, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { SuppressionReason, SuppressionScope } from "#contract/privacy.ts";
import { suppressions } from "#db/schema/privacy.ts";
import type { Db } from "#server/lib/database/database.ts";

export type NewSuppression = {
  emailHash: string;
  scope: SuppressionScope;
  reason: SuppressionReason;
  /** The source: an administrator's e-mail, or the name of a page. */
  source: string;
};

/** A suppression by a rule about bounces and complaints. `until`: when it expires. */
export type AutomaticSuppression = NewSuppression & { until: Date | null };

export type StoredSuppression = NewSuppression & {
  id: string;
  at: Date;
  until: Date | null;
  renewedAt: Date | null;
};

/**
 * Inserts one suppression per address and reason, or renews it. The list shows the first date; the term counts from the last. @returns null
 * when it existed
 */
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
 * Stores the suppressions by bounces and complaints, once per address and reason. An existing suppression only gets a wider scope or a
 * later end.
 * @returns the suppressions that are new or were changed
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

/** Restarts the term of suppressions after a new reason for them. */
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
 * Deletes suppressions whose `until` has passed or whose last reason is older than `since`. A limitation stays while it limits
 * stored data.
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

/** Deletes the limitations of addresses that no limited sign-up has any more. */
export async function deleteEndedLimitations(db: Db, emailHashes: string[]): Promise<void> {
  await db
    .delete(suppressions)
    .where(
      and(
        inArray(suppressions.emailHash, emailHashes),
        eq(suppressions.reason, "limited"),
        sql`not is_limited(${suppressions.emailHash})`,
      ),
    );
}

/** Suppresses erased addresses, which then get only messages that their owner requests. */
export async function insertErasedSuppressions(
  db: Db,
  { emailHashes, source }: { emailHashes: string[]; source: string },
): Promise<void> {
  const erased = emailHashes.map(
    (emailHash) => ({ emailHash, source, scope: "all", reason: "erased" }) as const,
  );
  await db.insert(suppressions).values(erased).onConflictDoUpdate(renewing);
}

/** @returns the deleted suppressions */
export async function deleteSuppressionsByReason(
  db: Db,
  { emailHash, reasons }: { emailHash: string; reasons: SuppressionReason[] },
): Promise<StoredSuppression[]> {
  return db
    .delete(suppressions)
    .where(and(eq(suppressions.emailHash, emailHash), inArray(suppressions.reason, reasons)))
    .returning();
}

/** @returns the deleted suppressions, without those that another request deleted first */
export async function deleteSuppressions(db: Db, ids: string[]): Promise<StoredSuppression[]> {
  return db.delete(suppressions).where(inArray(suppressions.id, ids)).returning();
}

/** The columns with the scope that counts now: a new sign-up may have narrowed that of a limitation. */
const current = {
  ...getTableColumns(suppressions),
  scope: sql<SuppressionScope>`case when ${suppressions.reason} = 'limited' then limitation_scope(${suppressions.emailHash})
    else ${suppressions.scope} end`,
};

export async function findSuppressions(db: Db, emailHash: string): Promise<StoredSuppression[]> {
  return db
    .select(current)
    .from(suppressions)
    .where(eq(suppressions.emailHash, emailHash))
    .orderBy(suppressions.at);
}

export type Cursor = Pick<StoredSuppression, "at" | "id">;

export type Wanted = { emailHash: string | null; reason?: SuppressionReason | null };

/** Lists a page of suppressions, newest first. @param emailHash only this address; null for all */
export async function listSuppressionsAfter(
  db: Db,
  { emailHash, reason = null, after, limit }: Wanted & { after: Cursor | null; limit: number },
): Promise<StoredSuppression[]> {
  const wanted = reason === null ? undefined : eq(suppressions.reason, reason);
  const asked = emailHash === null ? undefined : eq(suppressions.emailHash, emailHash);
  const place = after
    ? sql`(${suppressions.at}, ${suppressions.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
    : undefined;
  return db
    .select(current)
    .from(suppressions)
    .where(and(asked, wanted, place))
    .orderBy(sql`${suppressions.at} desc, ${suppressions.id} desc`)
    .limit(limit);
}

export async function findSuppressionsByIds(db: Db, ids: string[]): Promise<StoredSuppression[]> {
  return db.select().from(suppressions).where(inArray(suppressions.id, ids));
}
