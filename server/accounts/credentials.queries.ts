import { createHash, randomUUID } from "node:crypto";
import { and, desc, eq, gt, lt } from "drizzle-orm";
import { authAccounts, authTwoFactors, authVerifications } from "#db/schema/admins.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { SealedFactor } from "./two-factor.rules.ts";

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

/** One prefix per purpose, so that the token of a link opens no challenge, and vice versa. */
const prefixes = { link: "reset-password:", challenge: "2fa-" } as const;

type OneTimeToken = { purpose: keyof typeof prefixes; token: string };

/** Tokens are stored hashed, so that a leaked table contains no usable link. */
function identifierOf({ purpose, token }: OneTimeToken): string {
  return createHash("sha256").update(`${prefixes[purpose]}${token}`).digest("base64url");
}

const isLive = (token: OneTimeToken, now: Date) =>
  and(eq(authVerifications.identifier, identifierOf(token)), gt(authVerifications.expiresAt, now));

export async function insertToken(
  db: Db,
  { userId, expiresAt, ...token }: OneTimeToken & { userId: string; expiresAt: Date },
): Promise<void> {
  const identifier = identifierOf(token);
  await db.insert(authVerifications).values({ id: randomUUID(), identifier, value: userId, expiresAt });
}

/** Finds the user of a token; null when it was used or has expired. */
export async function findTokenUser(db: Db, token: OneTimeToken, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ userId: authVerifications.value })
    .from(authVerifications)
    .where(isLive(token, now));
  return row?.userId ?? null;
}

/** Takes the token: of several concurrent calls one gets the user's id, the others null. */
export async function consumeToken(db: Db, token: OneTimeToken, now: Date): Promise<string | null> {
  const [row] = await db
    .delete(authVerifications)
    .where(isLive(token, now))
    .returning({ userId: authVerifications.value });
  return row?.userId ?? null;
}

/** Ends the account's links and its pending second factors. */
export async function deleteTokensOf(db: Db, userId: string): Promise<void> {
  await db.delete(authVerifications).where(eq(authVerifications.value, userId));
}

export async function deletePastTokens(db: Db, now: Date): Promise<void> {
  await db.delete(authVerifications).where(lt(authVerifications.expiresAt, now));
}

export type FactorRow = SealedFactor & { id: string; userId: string; verified: boolean };

const columns = {
  id: authTwoFactors.id,
  userId: authTwoFactors.userId,
  verified: authTwoFactors.verified,
  secret: authTwoFactors.secret,
  backupCodes: authTwoFactors.backupCodes,
};

/** The account's active second factor, or else a started one. */
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

/** Replaces the sealed factor by compare and swap. False: a concurrent request changed the codes after they were read. */
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
