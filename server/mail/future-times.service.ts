import type { AppDependencies } from "#server/app-dependencies.ts";
import { findTrustedTime } from "#server/upkeep/clock.service.ts";
import { correctFutureTimes } from "./future-times.queries.ts";

/**
 * Moves times of mail to the present that an earlier wrong clock dated in the future. Otherwise the caps would count messages of that time,
 * and retries, probes and readings would wait, until that date.
 */
export async function correctFutureMailTimes(deps: Pick<AppDependencies, "db" | "now">): Promise<void> {
  const now = await findTrustedTime(deps);
  if (now !== null) await correctFutureTimes(deps.db, now);
}
