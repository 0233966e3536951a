import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/rows.ts";
import { hasOpenEvents } from "#server/mail/bounces/events.statement.ts";
import { nextCampaignTime } from "./campaigns.statement.ts";
import { isNotHeld } from "./hold.statement.ts";

const dueSchema = z.object({ ms: z.number().nullable() });

/**
 * In how many milliseconds a worker has something to do; 0 or less: now. Messages are compared with the database's clock and
 * campaigns with `now`, as by what sends them. What waits for room under a cap is due.
 * @returns infinity when nothing waits for a time
 */
export async function findDueIn(db: Db, now: Date): Promise<number> {
  const { ms } = await onlyRow(
    db,
    dueSchema,
    sql`
    select (1000 * extract(epoch from least(
      ${messageDueIn(sql`lane in ('direct', 'link')`)},
      ${messageDueIn(sql`lane = 'confirmation'`)},
      (${nextCampaignTime}) - ${now.toISOString()}::timestamptz,
      case when ${hasOpenEvents} then interval '0' end
    )))::float8 as ms`,
  );
  return ms ?? Number.POSITIVE_INFINITY;
}

/** An interval; null when no message of these lanes waits. One that is due is looked for first: it is among the first of its index. */
function messageDueIn(lanes: SQL): SQL {
  const waiting = sql`from email_log where status = 'pending' and ${lanes} and leased_by is null
    and ${isNotHeld({ lane: sql`lane`, createdAt: sql`created_at` })}`;
  return sql`coalesce(
    (select interval '0' ${waiting} and (next_attempt_at is null or next_attempt_at <= now()) limit 1),
    (select min(next_attempt_at) - now() ${waiting}))`;
}
