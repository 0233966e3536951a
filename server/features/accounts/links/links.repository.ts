import { createHash, randomUUID } from "node:crypto";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import { adminUsers, authAccounts, authSessions, authVerifications } from "#db/schema/admins.ts";
import type { Db } from "#server/lib/database/database.ts";

/** The form in which Better Auth stores the token of a password reset. */
function identifierOf(token: string): string {
  return createHash("sha256").update(`reset-password:${token}`).digest("base64url");
}

type NewLink = { token: string; userId: string; expiresAt: Date };

/** Stores a one-time link; older ones of that account, and its pending second factors, end. */
export async function replaceLinks(db: Db, link: NewLink): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(authVerifications).where(eq(authVerifications.value, link.userId));
    await insertLink(tx, link);
  });
}

export async function insertLink(db: Db, { token, userId, expiresAt }: NewLink): Promise<void> {
  await db
    .insert(authVerifications)
    .values({ id: randomUUID(), identifier: identifierOf(token), value: userId, expiresAt });
}

/** Whose link it is; null when it was used, is too old, or the account is gone. Changes nothing. */
export async function findLinkOwner(db: Db, token: string, now: Date): Promise<{ email: string } | null> {
  const [owner] = await db
    .select({ email: adminUsers.email })
    .from(authVerifications)
    .innerJoin(adminUsers, eq(adminUsers.id, authVerifications.value))
    .where(isLive(token, now));
  return owner ?? null;
}

/** Takes the link and returns its administrator, or null: used already, too old, or the account is gone. */
export async function consumeLink(db: Db, token: string, now: Date) {
  const [link] = await db
    .delete(authVerifications)
    .where(isLive(token, now))
    .returning({ userId: authVerifications.value });
  if (!link) return null;
  const [admin] = await db.select().from(adminUsers).where(eq(adminUsers.id, link.userId)).for("update");
  return admin ?? null;
}

const isLive = (token: string, now: Date) =>
  and(eq(authVerifications.identifier, identifierOf(token)), gt(authVerifications.expiresAt, now));

/** Sets the password, marks the account active and ends all its sessions. */
export async function setPassword(
  db: Db,
  { userId, passwordHash, now }: { userId: string; passwordHash: string; now: Date },
): Promise<void> {
  const isOwn = and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, "credential"));
  const updated = await db
    .update(authAccounts)
    .set({ password: passwordHash, updatedAt: now })
    .where(isOwn)
    .returning({ id: authAccounts.id });
  if (updated.length === 0) {
    await db.insert(authAccounts).values({
      id: randomUUID(),
      accountId: userId,
      providerId: "credential",
      userId,
      password: passwordHash,
    });
  }
  await db
    .update(adminUsers)
    .set({ activatedAt: sql`coalesce(${adminUsers.activatedAt}, ${now.toISOString()}::timestamptz)` })
    .where(eq(adminUsers.id, userId));
  await db.delete(authSessions).where(eq(authSessions.userId, userId));
  await db.delete(authVerifications).where(eq(authVerifications.value, userId));
}

export async function deletePastVerifications(db: Db, now: Date): Promise<void> {
  await db.delete(authVerifications).where(lt(authVerifications.expiresAt, now));
}
