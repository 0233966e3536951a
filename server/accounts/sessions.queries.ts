import { and, desc, eq, gt, lt, ne, sql } from "drizzle-orm";
import { adminUsers, attemptCounts, authSessions } from "#db/schema/admins.ts";
import type { Db } from "#server/lib/database/database.ts";
import { latestPlausible } from "#server/upkeep/clock.rules.ts";

/** Finds the live session of a token. `admin` is null when its user is not (or no longer) an administrator. */
export async function findSession(db: Db, tokenHash: string, now: Date) {
  const [row] = await db
    .select({
      id: authSessions.id,
      createdAt: authSessions.createdAt,
      updatedAt: authSessions.updatedAt,
      confirmedAt: authSessions.confirmedAt,
      expiresAt: authSessions.expiresAt,
      admin: { id: adminUsers.id, email: adminUsers.email, isSuperAdmin: adminUsers.isSuperAdmin },
    })
    .from(authSessions)
    .leftJoin(adminUsers, eq(adminUsers.id, authSessions.userId))
    .where(and(eq(authSessions.token, tokenHash), gt(authSessions.expiresAt, now)));
  return row ?? null;
}

/** Whether the session has not ended and still belongs to an administrator. */
export async function isSessionLive(db: Db, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: authSessions.id })
    .from(authSessions)
    .innerJoin(adminUsers, eq(adminUsers.id, authSessions.userId))
    .where(and(eq(authSessions.id, id), gt(authSessions.expiresAt, now)));
  return rows.length > 0;
}

export async function extendSession(
  db: Db,
  id: string,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .update(authSessions)
    .set({
      updatedAt: now,
      expiresAt: sql`greatest(${authSessions.expiresAt}, ${expiresAt.toISOString()}::timestamptz)`,
    })
    .where(eq(authSessions.id, id));
}

export async function markConfirmed(db: Db, id: string, confirmedAt: Date): Promise<void> {
  await db.update(authSessions).set({ confirmedAt }).where(eq(authSessions.id, id));
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.delete(authSessions).where(eq(authSessions.id, id));
}

export async function insertSession(db: Db, session: typeof authSessions.$inferInsert): Promise<void> {
  await db.insert(authSessions).values(session);
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.delete(authSessions).where(lt(authSessions.expiresAt, now));
}

export async function deleteSessionByToken(db: Db, tokenHash: string): Promise<void> {
  await db.delete(authSessions).where(eq(authSessions.token, tokenHash));
}

/** The live sessions of one administrator, last used first. */
export async function findSessionsOf(db: Db, userId: string, now: Date) {
  return db
    .select({
      id: authSessions.id,
      userAgent: authSessions.userAgent,
      createdAt: authSessions.createdAt,
      lastUsedAt: authSessions.updatedAt,
    })
    .from(authSessions)
    .where(and(eq(authSessions.userId, userId), gt(authSessions.expiresAt, now)))
    .orderBy(desc(authSessions.updatedAt), desc(authSessions.id));
}

/** Ends one session of that administrator. False: the session belongs to another administrator, or no longer exists. */
export async function deleteOwnSession(db: Db, { id, userId }: { id: string; userId: string }) {
  const rows = await db
    .delete(authSessions)
    .where(and(eq(authSessions.id, id), eq(authSessions.userId, userId)))
    .returning({ id: authSessions.id });
  return rows.length > 0;
}

/** Ends the sessions of that administrator, all of them or all but one, and counts them. */
export async function deleteSessionsOf(
  db: Db,
  { userId, keepId }: { userId: string; keepId: string | null },
): Promise<number> {
  const isOther = keepId === null ? undefined : ne(authSessions.id, keepId);
  const { rowCount } = await db.delete(authSessions).where(and(eq(authSessions.userId, userId), isOther));
  return rowCount ?? 0;
}

/**
 * Counts one more attempt, in one statement, so that concurrent attempts cannot pass the limit. An end that only a clock that was ahead can
 * have set counts as past.
 */
export async function countAttempt(db: Db, key: string, { now, windowMs }: { now: Date; windowMs: number }) {
  const current = sql`${now.toISOString()}::timestamptz`;
  const end = new Date(now.getTime() + windowMs);
  const latest = latestPlausible(now, windowMs);
  const isOver = sql`(${attemptCounts.windowEndsAt} <= ${current} or ${attemptCounts.windowEndsAt} > ${latest.toISOString()}::timestamptz)`;
  const [row] = await db
    .insert(attemptCounts)
    .values({ key, count: 1, windowEndsAt: end })
    .onConflictDoUpdate({
      target: attemptCounts.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${attemptCounts.count} + 1 end`,
        windowEndsAt: sql`case when ${isOver} then excluded.window_ends_at else ${attemptCounts.windowEndsAt} end`,
      },
    })
    .returning({ count: attemptCounts.count, windowEndsAt: attemptCounts.windowEndsAt });
  if (!row) throw new Error("the database returned no row for a counted attempt");
  return row;
}

/** Subtracts one attempt. */
export async function uncountAttempt(db: Db, key: string): Promise<void> {
  await db
    .update(attemptCounts)
    .set({ count: sql`greatest(${attemptCounts.count} - 1, 0)` })
    .where(eq(attemptCounts.key, key));
}

export async function deleteAttempts(db: Db, key: string): Promise<void> {
  await db.delete(attemptCounts).where(eq(attemptCounts.key, key));
}

export async function deletePastAttempts(db: Db, now: Date): Promise<void> {
  await db.delete(attemptCounts).where(lt(attemptCounts.windowEndsAt, now));
}
