import { sql } from "drizzle-orm";
import type { Db } from "#server/lib/database/database.ts";
import { latestPlausible } from "#server/upkeep/clock.rules.ts";
import { longestRetryMs } from "./delivery.rules.ts";

/** Moves implausible times to the present. One statement, because it finds nothing as a rule. */
export async function correctFutureTimes(db: Db, now: Date): Promise<void> {
  const time = (date: Date) => sql`${date.toISOString()}::timestamptz`;
  const latest = time(latestPlausible(now));
  const corrected = (column: string) =>
    sql`case when ${sql.raw(column)} > ${latest} then ${time(now)} else ${sql.raw(column)} end`;
  await db.execute(sql`
    with events as (
      update webhook_events set at = ${time(now)} where dispatched_at is null and at > ${latest}
    ),
    deliveries as (
      update webhook_deliveries set due_at = ${time(now)}
      where status = 'waiting' and due_at > ${time(latestPlausible(now, longestRetryMs))}
    )
    update webhook_endpoints
    set last_message_at = ${corrected("last_message_at")}, failing_since = ${corrected("failing_since")},
      leased_until = ${corrected("leased_until")}
    where greatest(last_message_at, failing_since, leased_until) > ${latest}`);
}
