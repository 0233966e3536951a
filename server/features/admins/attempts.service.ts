import { createHmac } from "node:crypto";
import { attemptLimits } from "#contract/admins.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { tooManyRequests } from "#server/lib/http/errors.ts";
import { countAttempt, deleteAttempts, uncountAttempt } from "./attempts.repository.ts";

export type AttemptKey = { key: string; max: number };

/** A key that names an account or address in the table without revealing it to whoever reads the table. */
export function attemptKey({ config }: AppDependencies, kind: string, of: string, max: number): AttemptKey {
  const name = createHmac("sha256", config.authSecret).update(`${kind}:${of}`).digest("base64url");
  return { key: `${kind}:${name}`, max };
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
