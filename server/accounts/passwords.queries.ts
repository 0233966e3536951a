import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { authAccounts } from "#db/schema/admins.ts";
import type { Db } from "#server/lib/database/database.ts";

const isPasswordAccount = eq(authAccounts.providerId, "credential");

export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const [account] = await db
    .select({ passwordHash: authAccounts.password })
    .from(authAccounts)
    .where(and(eq(authAccounts.userId, userId), isPasswordAccount));
  return account?.passwordHash ?? null;
}

/** Replaces the password, or stores the first one. */
export async function storePasswordHash(
  db: Db,
  { userId, passwordHash, now }: { userId: string; passwordHash: string; now: Date },
): Promise<void> {
  const updated = await db
    .update(authAccounts)
    .set({ password: passwordHash, updatedAt: now })
    .where(and(eq(authAccounts.userId, userId), isPasswordAccount))
    .returning({ id: authAccounts.id });
  if (updated.length > 0) return;
  await db.insert(authAccounts).values({
    id: randomUUID(),
    accountId: userId,
    providerId: "credential",
    userId,
    password: passwordHash,
  });
}
