import { and, eq, inArray, sql } from "drizzle-orm";
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

export type StoredSuppression = NewSuppression & { id: string; at: Date };

/** One per address and reason: whoever leaves twice left when they left first. @returns null when it was there already */
export async function insertSuppression(db: Db, suppression: NewSuppression): Promise<string | null> {
  const [row] = await db
    .insert(suppressions)
    .values(suppression)
    .onConflictDoNothing()
    .returning({ id: suppressions.id });
  return row?.id ?? null;
}

/** Whoever had their data erased is not written to by mistake. */
export async function insertErased(
  db: Db,
  { emailHashes, source }: { emailHashes: string[]; source: string },
): Promise<void> {
  const erased = emailHashes.map(
    (emailHash) => ({ emailHash, source, scope: "news", reason: "erased" }) as const,
  );
  await db.insert(suppressions).values(erased).onConflictDoNothing();
}

/** @returns how many there were */
export async function deleteReasons(
  db: Db,
  { emailHash, reasons }: { emailHash: string; reasons: SuppressionReason[] },
): Promise<number> {
  const { rowCount } = await db
    .delete(suppressions)
    .where(and(eq(suppressions.emailHash, emailHash), inArray(suppressions.reason, reasons)));
  return rowCount ?? 0;
}

export async function deleteSuppression(db: Db, id: string): Promise<StoredSuppression | null> {
  const [row] = await db.delete(suppressions).where(eq(suppressions.id, id)).returning();
  return row ?? null;
}

export async function findByAddress(db: Db, emailHash: string): Promise<StoredSuppression[]> {
  return db.select().from(suppressions).where(eq(suppressions.emailHash, emailHash)).orderBy(suppressions.at);
}

export type Page = { emailHash: string | null; offset: number; limit: number };

/** Newest first. @param emailHash of one address alone; null for all */
export async function findPage(
  db: Db,
  { emailHash, offset, limit }: Page,
): Promise<{ items: StoredSuppression[]; total: number }> {
  const asked = emailHash === null ? undefined : eq(suppressions.emailHash, emailHash);
  const items = await db
    .select()
    .from(suppressions)
    .where(asked)
    .orderBy(sql`${suppressions.at} desc, ${suppressions.id} desc`)
    .limit(limit)
    .offset(offset);
  return { items, total: await db.$count(suppressions, asked) };
}

/** The next ones after a place, newest first: an export reads all, however many there are. */
export async function findNext(
  db: Db,
  after: Pick<StoredSuppression, "at" | "id"> | null,
  limit: number,
): Promise<StoredSuppression[]> {
  const place = after
    ? sql`(${suppressions.at}, ${suppressions.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
    : undefined;
  return db
    .select()
    .from(suppressions)
    .where(place)
    .orderBy(sql`${suppressions.at} desc, ${suppressions.id} desc`)
    .limit(limit);
}
