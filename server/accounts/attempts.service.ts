import { createHmac } from "node:crypto";
import { attemptLimits } from "#contract/admins.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { tooManyRequests } from "#server/lib/http/errors.ts";
import { countAttempt, deleteAttempts, deletePastAttempts, uncountAttempt } from "./attempts.queries.ts";

export type AttemptKey = { key: string; max: number };
export type AttemptDependencies = Pick<AppDependencies, "db" | "config" | "now">;

/** A key that names an account or address in the table without revealing it to whoever reads the table. */
export function attemptKey(
  { config }: Pick<AttemptDependencies, "config">,
  kind: string,
  of: string,
  max: number,
): AttemptKey {
  const name = createHmac("sha256", config.authSecret).update(`${kind}:${of}`).digest("base64url");
  return { key: `${kind}:${name}`, max };
}

/** The sign-ins to an account: those of one browser that it knows, or of all that it does not. */
export function accountAttempts(
  deps: AttemptDependencies,
  email: string,
  knownDevice: string | null = null,
): AttemptKey {
  const account = email.toLowerCase();
  const whose = knownDevice === null ? account : `${account} ${knownDevice}`;
  return attemptKey(deps, "sign-in-account", whose, attemptLimits.signInPerAccount);
}

/** What the signed-in try at their own account: whoever found an open browser cannot try passwords without end. */
export function ownAttempts(
  deps: AttemptDependencies,
  kind: "password-confirmation" | "two-factor-code",
  adminId: string,
): AttemptKey {
  return attemptKey(deps, kind, adminId, attemptLimits.passwordPerAccount);
}

/**
 * Counts the attempt before it is tried, so that a thousand at once are no way around the limit.
 * @throws ApiError 429 with Retry-After when one of the keys is used up
 */
export async function beginAttempt(
  { db, now }: AttemptDependencies,
  keys: AttemptKey[],
  message?: string,
): Promise<void> {
  const time = now();
  for (const { key, max } of keys) {
    const { count, windowEndsAt } = await countAttempt(db, key, {
      now: time,
      windowMs: attemptLimits.windowMs,
    });
    if (count > max) throw tooManyRequests((windowEndsAt.getTime() - time.getTime()) / 1000, message);
  }
}

/** After a success: the account starts afresh, the address gets this one attempt back. */
export async function settleAttempt(
  { db }: Pick<AttemptDependencies, "db">,
  { cleared = [], returned = [] }: { cleared?: AttemptKey[]; returned?: AttemptKey[] },
): Promise<void> {
  for (const { key } of cleared) await deleteAttempts(db, key);
  for (const { key } of returned) await uncountAttempt(db, key);
}

/**
 * Counts the attempt, then makes it; one that succeeds clears the count.
 * @throws ApiError 429 when the key is used up, and whatever the attempt throws
 */
export async function limited<Result>(
  deps: AttemptDependencies,
  key: AttemptKey,
  attempt: () => Promise<Result>,
): Promise<Result> {
  await beginAttempt(deps, [key]);
  const result = await attempt();
  await settleAttempt(deps, { cleared: [key] });
  return result;
}

/** Counts one more and tells whether it is among the first `max` of the window. */
export async function isWithinLimit({ db, now }: AttemptDependencies, { key, max }: AttemptKey) {
  const { count } = await countAttempt(db, key, { now: now(), windowMs: attemptLimits.windowMs });
  return count <= max;
}

/** Forgets windows that are over. */
export async function cleanUpAttempts({ db, now }: Pick<AttemptDependencies, "db" | "now">): Promise<void> {
  await deletePastAttempts(db, now());
}
