import { and, desc, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { privacyRequests } from "#db/schema/privacy.ts";
import type { Db } from "#server/lib/database/database.ts";

export type StoredRequest = typeof privacyRequests.$inferSelect;
export type NewRequest = Pick<StoredRequest, "kind" | "emailHash" | "source" | "receivedAt" | "dueAt"> &
  Partial<Pick<StoredRequest, "closedAt" | "outcome" | "handledBy">>;

export async function insertRequest(db: Db, request: NewRequest): Promise<StoredRequest> {
  const [row] = await db.insert(privacyRequests).values(request).returning();
  if (!row) throw new Error("the request was not noted");
  return row;
}

/** @returns null when it is gone, or was closed before */
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

/** Open ones by what is due soonest, then the closed ones, newest first. @param emailHash of one address alone */
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
