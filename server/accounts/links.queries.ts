import { createHash, randomUUID } from "node:crypto";
import { and, eq, gt, lt } from "drizzle-orm";
import { authVerifications } from "#db/schema/admins.ts";
import type { Db } from "#server/lib/database/database.ts";

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
