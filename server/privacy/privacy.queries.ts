import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, sql } from "drizzle-orm";
import { addressKey, privacyLinks, privacyRequests } from "#db/schema/privacy.ts";
import type { Db } from "#server/lib/database/database.ts";

export type StoredRequest = typeof privacyRequests.$inferSelect;
export type NewRequest = Pick<StoredRequest, "kind" | "emailHash" | "source" | "receivedAt" | "dueAt"> &
  Partial<Pick<StoredRequest, "closedAt" | "outcome" | "handledBy">>;

export async function insertRequest(db: Db, request: NewRequest): Promise<StoredRequest> {
  const [row] = await db.insert(privacyRequests).values(request).returning();
  if (!row) throw new Error("the request was not noted");
  return row;
}

/** @returns null when the request does not exist, or was closed before */
export async function closeRequest(
  db: Db,
  id: string,
  { outcome, handledBy, at }: { outcome: string; handledBy: string; at: Date },
): Promise<StoredRequest | null> {
  const [row] = await db
    .update(privacyRequests)
    .set({ outcome, handledBy, closedAt: at })
    .where(and(eq(privacyRequests.id, id), isNull(privacyRequests.closedAt)))
    .returning();
  return row ?? null;
}

export async function findRequest(db: Db, id: string): Promise<StoredRequest | null> {
  const [row] = await db.select().from(privacyRequests).where(eq(privacyRequests.id, id));
  return row ?? null;
}

/** Lists open requests by due date, then closed ones, newest first. @param emailHash only requests of this address */
export async function findRequests(
  db: Db,
  { emailHash, limit }: { emailHash: string | null; limit: number },
): Promise<StoredRequest[]> {
  return db
    .select()
    .from(privacyRequests)
    .where(emailHash === null ? undefined : eq(privacyRequests.emailHash, emailHash))
    .orderBy(
      sql`${privacyRequests.closedAt} is not null`,
      sql`case when ${privacyRequests.closedAt} is null then ${privacyRequests.dueAt} end`,
      desc(privacyRequests.closedAt),
    )
    .limit(limit);
}

export async function deleteClosedBefore(db: Db, before: Date): Promise<void> {
  await db
    .delete(privacyRequests)
    .where(and(isNotNull(privacyRequests.closedAt), lt(privacyRequests.closedAt, before)));
}

export async function insertLink(
  db: Db,
  link: { tokenHash: string; emailHash: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.insert(privacyLinks).values(link);
}

/** The address that a link is for, and the link's end; null when the link has expired. */
export async function findOwner(db: Db, { tokenHash, now }: { tokenHash: string; now: Date }) {
  const [row] = await db
    .select({ emailHash: privacyLinks.emailHash, openUntil: privacyLinks.expiresAt })
    .from(privacyLinks)
    .where(and(eq(privacyLinks.tokenHash, tokenHash), gt(privacyLinks.expiresAt, now)));
  return row ?? null;
}

type Extension = { now: Date; expiresAt: Date; maxMs: number };

/** A link ends `maxMs` after it was made, however often it is extended. */
const extended = ({ expiresAt, maxMs }: Extension) => ({
  expiresAt: sql`least(${expiresAt.toISOString()}::timestamptz, ${privacyLinks.createdAt} + make_interval(secs => ${maxMs / 1_000}))`,
});

/** Extends a link that still works. */
export async function extendLink(
  db: Db,
  { tokenHash, ...extension }: Extension & { tokenHash: string },
): Promise<void> {
  const { now } = extension;
  await db
    .update(privacyLinks)
    .set(extended(extension))
    .where(and(eq(privacyLinks.tokenHash, tokenHash), gt(privacyLinks.expiresAt, now)));
}

/** Extends the address's last link that still works. */
export async function extendLastLink(
  db: Db,
  { emailHash, ...extension }: Extension & { emailHash: string },
): Promise<void> {
  const { now } = extension;
  const last = db
    .select({ tokenHash: privacyLinks.tokenHash })
    .from(privacyLinks)
    .where(and(eq(privacyLinks.emailHash, emailHash), gt(privacyLinks.expiresAt, now)))
    .orderBy(desc(privacyLinks.expiresAt))
    .limit(1);
  await db.update(privacyLinks).set(extended(extension)).where(inArray(privacyLinks.tokenHash, last));
}

export async function deleteLinksOf(db: Db, emailHashes: string[]): Promise<void> {
  await db.delete(privacyLinks).where(inArray(privacyLinks.emailHash, emailHashes));
}

export async function deletePastLinks(db: Db, now: Date): Promise<void> {
  await db.delete(privacyLinks).where(lte(privacyLinks.expiresAt, now));
}

/** The key that a migration created in this database. */
export async function findAddressKey(db: Db): Promise<Buffer> {
  const [row] = await db.select({ key: addressKey.key }).from(addressKey);
  if (!row) throw new Error("the row of the table address_key is gone");
  return Buffer.from(row.key);
}
