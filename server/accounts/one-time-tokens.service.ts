import { cookies } from "#contract/browser-storage.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import {
  consumeToken,
  deletePastTokens,
  deleteTokensOf,
  findTokenUser,
  insertToken,
} from "./one-time-tokens.queries.ts";
import { makeToken } from "./session-token.ts";

/** Between the two steps of a sign-in: how long, and how many codes may be tried. */
export const challengeLimits = { lifeMs: cookies.two_factor.lifeMs, codes: 5 } as const;

/** The password was right: what is left is a code. Returns the token for the browser's cookie. */
export async function startChallenge(db: Db, userId: string, now: Date): Promise<string> {
  const token = makeToken();
  const expiresAt = new Date(now.getTime() + challengeLimits.lifeMs);
  await insertToken(db, { purpose: "challenge", token, userId, expiresAt });
  return token;
}

/** Whose second factor is asked for; null when the challenge was answered, or is too old. */
export function findChallenged(db: Db, token: string, now: Date): Promise<string | null> {
  return findTokenUser(db, { purpose: "challenge", token }, now);
}

/** Ends the challenge. Of several at once one gets true. */
export async function takeChallenge(db: Db, token: string, now: Date): Promise<boolean> {
  return (await consumeToken(db, { purpose: "challenge", token }, now)) !== null;
}

/** Ends the account's links and its sign-ins that wait for a code. */
export async function endTokensOf(db: Db, userId: string): Promise<void> {
  await deleteTokensOf(db, userId);
}

/** Deletes links and challenges that are over. */
export async function cleanUpTokens({ db, now }: Pick<AppDependencies, "db" | "now">): Promise<void> {
  await deletePastTokens(db, now());
}
