import { createHmac } from "node:crypto";
import { createMiddleware } from "hono/factory";
import { adminMessages, attemptLimits } from "#contract/admins.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { tooManyRequests } from "#server/lib/http/errors.ts";
import { type Client, createRequestIdentity } from "./request-identity.ts";
import { countAttempt, deleteAttempts, uncountAttempt } from "./sessions.queries.ts";

/** @property windowMs replaces the usual window of attempts */
export type AttemptKey = { key: string; max: number; windowMs?: number };
export type AttemptDependencies = Pick<AppDependencies, "db" | "config" | "now">;

/** A key that identifies an account or address without revealing it to readers of the table. */
export function attemptKey(
  { config }: Pick<AttemptDependencies, "config">,
  kind: string,
  of: string,
  max: number,
): AttemptKey {
  const name = createHmac("sha256", config.authSecret).update(`${kind}:${of}`).digest("base64url");
  return { key: `${kind}:${name}`, max };
}

/** The sign-ins to an account: from one known browser, or from all unknown ones. */
export function accountAttempts(
  deps: AttemptDependencies,
  email: string,
  knownDevice: string | null = null,
): AttemptKey {
  const account = email.toLowerCase();
  const scope = knownDevice === null ? account : `${account} ${knownDevice}`;
  return attemptKey(deps, "sign-in-account", scope, attemptLimits.signInPerAccount);
}

/** Attempts of signed-in administrators at their own account: limits password guessing in an open browser. */
export function ownAttempts(
  deps: AttemptDependencies,
  kind: "password-confirmation" | "two-factor-code",
  adminId: string,
): AttemptKey {
  return attemptKey(deps, kind, adminId, attemptLimits.passwordPerAccount);
}

/**
 * Counts the attempt before it is tried, so that a thousand concurrent attempts cannot pass the limit.
 * @throws ApiError 429 with Retry-After when one of the keys is used up
 */
export async function beginAttempt(
  { db, now }: AttemptDependencies,
  keys: AttemptKey[],
  message?: string,
): Promise<void> {
  const time = now();
  for (const { key, max, windowMs = attemptLimits.windowMs } of keys) {
    const { count, windowEndsAt } = await countAttempt(db, key, { now: time, windowMs });
    if (count > max) throw tooManyRequests((windowEndsAt.getTime() - time.getTime()) / 1000, message);
  }
}

/** Called after a success: resets the counts of the `cleared` keys, and subtracts one attempt from the `returned` keys. */
export async function forgiveAttempts(
  { db }: Pick<AttemptDependencies, "db">,
  { cleared = [], returned = [] }: { cleared?: AttemptKey[]; returned?: AttemptKey[] },
): Promise<void> {
  for (const { key } of cleared) await deleteAttempts(db, key);
  for (const { key } of returned) await uncountAttempt(db, key);
}

/**
 * Counts the attempt, then makes it; one that succeeds clears the count.
 * @throws ApiError 429 when the key is used up, and every error of the attempt itself
 */
export async function withAttemptLimit<Result>(
  deps: AttemptDependencies,
  key: AttemptKey,
  attempt: () => Promise<Result>,
): Promise<Result> {
  await beginAttempt(deps, [key]);
  const result = await attempt();
  await forgiveAttempts(deps, { cleared: [key] });
  return result;
}

/** Counts one more attempt and returns whether it is among the first `max` of the window. */
export async function isWithinLimit({ db, now }: AttemptDependencies, { key, max }: AttemptKey) {
  const { count } = await countAttempt(db, key, { now: now(), windowMs: attemptLimits.windowMs });
  return count <= max;
}

const addressLimits = {
  "sign-in-address": { max: attemptLimits.signInPerAddress, message: adminMessages.tooManySignIns },
  "second-factor-address": { max: attemptLimits.otherPerAddress, message: adminMessages.tooManySignIns },
  "set-up-address": { max: attemptLimits.otherPerAddress, message: undefined },
  "link-address": { max: attemptLimits.otherPerAddress, message: undefined },
  "my-data-address": { max: attemptLimits.otherPerAddress, message: undefined },
  "lost-password-address": { max: attemptLimits.otherPerAddress, message: undefined },
} as const;
export type AddressKind = keyof typeof addressLimits;

/** The attempts of one kind that a client has made: one key for each network around its address. */
export function addressAttempts(deps: AttemptDependencies, kind: AddressKind, client: Client): AttemptKey[] {
  return client.map(({ name, share }) => attemptKey(deps, kind, name, addressLimits[kind].max * share));
}

/** Uncounts a successful attempt, which was no guess. */
export async function returnAttempt(deps: AttemptDependencies, kind: AddressKind, client: Client) {
  await forgiveAttempts(deps, { returned: addressAttempts(deps, kind, client) });
}

/** Counts a request against its client before its body is read, so that invalid requests count as well. */
export function countByAddress(deps: AttemptDependencies, kind: AddressKind) {
  const identity = createRequestIdentity(deps);
  return createMiddleware(async (c, next) => {
    const keys = addressAttempts(deps, kind, await identity.client(c));
    await beginAttempt(deps, keys, addressLimits[kind].message);
    await next();
  });
}
