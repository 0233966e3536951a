import { randomUUID } from "node:crypto";
import { and, desc, eq } from "drizzle-orm";
import { authTwoFactors } from "#db/schema/admins.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { SealedFactor } from "./two-factor.rules.ts";

export type FactorRow = SealedFactor & { id: string; userId: string; verified: boolean };

const columns = {
  id: authTwoFactors.id,
  userId: authTwoFactors.userId,
  verified: authTwoFactors.verified,
  secret: authTwoFactors.secret,
  backupCodes: authTwoFactors.backupCodes,
};

/** The account's second factor: the one that sign-in asks for, else one that was started. */
export async function findFactor(db: Db, userId: string): Promise<FactorRow | null> {
  const [factor] = await db
    .select(columns)
    .from(authTwoFactors)
    .where(eq(authTwoFactors.userId, userId))
    .orderBy(desc(authTwoFactors.verified))
    .limit(1);
  return factor ?? null;
}

/** All second factors that sign-in asks for. */
export async function findActiveFactors(db: Db): Promise<SealedFactor[]> {
  return db.select(columns).from(authTwoFactors).where(eq(authTwoFactors.verified, true));
}

/** Starts a factor; an earlier start that was never confirmed ends. Pass a transaction. */
export async function insertStartedFactor(tx: Db, userId: string, factor: SealedFactor): Promise<void> {
  const isStarted = and(eq(authTwoFactors.userId, userId), eq(authTwoFactors.verified, false));
  await tx.delete(authTwoFactors).where(isStarted);
  await tx.insert(authTwoFactors).values({ id: randomUUID(), userId, verified: false, ...factor });
}

export async function markVerified(db: Db, id: string): Promise<void> {
  await db.update(authTwoFactors).set({ verified: true }).where(eq(authTwoFactors.id, id));
}

/** Compare and swap. False: a concurrent request has changed the codes since they were read. */
export async function replaceSealed(
  db: Db,
  { id, backupCodes }: Pick<FactorRow, "id" | "backupCodes">,
  fresh: Partial<SealedFactor>,
): Promise<boolean> {
  const replaced = await db
    .update(authTwoFactors)
    .set(fresh)
    .where(and(eq(authTwoFactors.id, id), eq(authTwoFactors.backupCodes, backupCodes)))
    .returning({ id: authTwoFactors.id });
  return replaced.length > 0;
}

/** Replaces the codes unconditionally, also after a concurrent change. */
export async function storeRecoveryCodes(db: Db, id: string, backupCodes: string): Promise<void> {
  await db.update(authTwoFactors).set({ backupCodes }).where(eq(authTwoFactors.id, id));
}

export async function deleteFactor(db: Db, id: string): Promise<void> {
  await db.delete(authTwoFactors).where(eq(authTwoFactors.id, id));
}

export async function deleteFactorsOf(db: Db, userId: string): Promise<void> {
  await db.delete(authTwoFactors).where(eq(authTwoFactors.userId, userId));
}
