import { and, eq, gt, lt, sql } from "drizzle-orm";
import { adminUsers, authSessions } from "#db/schema/admins.ts";
import type { Db } from "#server/lib/database/database.ts";

/** The live session of that token; `admin` is null when its user is no administrator (any more). */
export async function findSession(db: Db, tokenHash: string, now: Date) {
  const [row] = await db
    .select({
      id: authSessions.id,
      createdAt: authSessions.createdAt,
      updatedAt: authSessions.updatedAt,
      admin: { id: adminUsers.id, email: adminUsers.email, isSuperAdmin: adminUsers.isSuperAdmin },
    })
    .from(authSessions)
    .leftJoin(adminUsers, eq(adminUsers.id, authSessions.userId))
    .where(and(eq(authSessions.token, tokenHash), gt(authSessions.expiresAt, now)));
  return row ?? null;
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

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.delete(authSessions).where(eq(authSessions.id, id));
}

export async function insertSession(
  db: Db,
  session: { id: string; token: string; userId: string; expiresAt: Date; createdAt: Date; updatedAt: Date },
): Promise<void> {
  await db.insert(authSessions).values(session);
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.delete(authSessions).where(lt(authSessions.expiresAt, now));
}
