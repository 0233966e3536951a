import { createHmac } from "node:crypto";
import { createMiddleware } from "hono/factory";
import { adminMessages, attemptLimits } from "#contract/admins.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createRequestIdentity } from "#server/features/accounts/sign-in/request-identity.ts";
import { tooManyRequests } from "#server/lib/http/errors.ts";
import { countAttempt, deleteAttempts, uncountAttempt } from "./attempts.repository.ts";

export type AttemptKey = { key: string; max: number };

/** A key that names an account or address in the table without revealing it to whoever reads the table. */
export function attemptKey({ config }: AppDependencies, kind: string, of: string, max: number): AttemptKey {
  const name = createHmac("sha256", config.authSecret).update(`${kind}:${of}`).digest("base64url");
  return { key: `${kind}:${name}`, max };
}

const addressLimits = {
  "sign-in-address": { max: attemptLimits.signInPerAddress, message: adminMessages.tooManySignIns },
  "second-factor-address": { max: attemptLimits.otherPerAddress, message: adminMessages.tooManySignIns },
  "set-up-address": { max: attemptLimits.otherPerAddress, message: undefined },
  "link-address": { max: attemptLimits.otherPerAddress, message: undefined },
  "lost-password-address": { max: attemptLimits.otherPerAddress, message: undefined },
} as const;
type AddressKind = keyof typeof addressLimits;

/** The attempts of one kind that a client has made: a browser that signed in before, or everybody at an address. */
export function addressAttempts(deps: AppDependencies, kind: AddressKind, client: string): AttemptKey {
  return attemptKey(deps, kind, client, addressLimits[kind].max);
}

/** Counts a request against its client before its body is read, so that what is refused for its form counts as well. */
export function countByAddress(deps: AppDependencies, kind: AddressKind) {
  const identity = createRequestIdentity(deps);
  return createMiddleware(async (c, next) => {
    await beginAttempt(
      deps,
      [addressAttempts(deps, kind, await identity.client(c))],
      addressLimits[kind].message,
    );
    await next();
  });
}

/**
 * Counts the attempt before it is tried, so that a thousand at once are no way around the limit.
 * @throws ApiError 429 with Retry-After when one of the keys is used up
 */
export async function beginAttempt(
  deps: AppDependencies,
  keys: AttemptKey[],
  message?: string,
): Promise<void> {
  const now = deps.now();
  for (const { key, max } of keys) {
    const { count, windowEndsAt } = await countAttempt(deps.db, key, {
      now,
      windowMs: attemptLimits.windowMs,
    });
    if (count > max) throw tooManyRequests((windowEndsAt.getTime() - now.getTime()) / 1000, message);
  }
}

/** After a success: the account starts afresh, the address gets this one attempt back. */
export async function settleAttempt(
  deps: AppDependencies,
  { cleared, returned }: { cleared: AttemptKey[]; returned: AttemptKey[] },
): Promise<void> {
  for (const { key } of cleared) await deleteAttempts(deps.db, key);
  for (const { key } of returned) await uncountAttempt(deps.db, key);
}

/** True once per window and key. */
export async function isFirstAttempt(deps: AppDependencies, { key }: AttemptKey): Promise<boolean> {
  const { count } = await countAttempt(deps.db, key, { now: deps.now(), windowMs: attemptLimits.windowMs });
  return count === 1;
}
