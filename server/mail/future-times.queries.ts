import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/lib/database/database.ts";
import { latestPlausible } from "#server/upkeep/clock.rules.ts";
import { nextReadingDelay } from "./bounces/apply-events.service.ts";
import { probePauses } from "./sending/delivery.rules.ts";
import { leaseSeconds } from "./sending/leases.queries.ts";

/** A confirmation waits this long for its mailbox, longer than any retry. */
const longestWaitMs = 24 * 3_600_000;
const longestProbeMs = Math.max(...probePauses) * 1_000;
const longestReadingMs = nextReadingDelay(Number.POSITIVE_INFINITY);

/**
 * Moves implausible times to the present. One statement, each part of which reads an index, because it finds nothing as a rule. Leaves out
 * locked rows to avoid deadlocks; the next call corrects them.
 */
export async function correctFutureTimes(db: Db, now: Date): Promise<void> {
  const present = time(now);
  const latest = time(latestPlausible(now));
  const latestRetry = time(latestPlausible(now, longestWaitMs));
  const latestProbe = time(latestPlausible(now, longestProbeMs));
  await db.execute(sql`
    with stuck as (
      select id from email_log where departed_at > ${latest}
      union
      select id from email_log where leased_by is not null and leased_until > ${latest}
      union
      select id from email_log where status = 'pending' and lane in ('direct', 'link') and next_attempt_at > ${latestRetry}
      union
      select id from email_log where status = 'pending' and lane = 'confirmation' and next_attempt_at > ${latestRetry}
      union
      -- Does not read the messages of a campaign while one of them is due.
      select message.id from campaigns c cross join lateral (
        select id from email_log where campaign_id = c.id and status = 'pending' and next_attempt_at > ${latestRetry}
      ) as message
      where c.status in ('running', 'paused') and not exists (
        select from email_log
        where campaign_id = c.id and status = 'pending' and (next_attempt_at is null or next_attempt_at <= ${present})
      )
    ),
    messages as (
      update email_log
      set departed_at = ${corrected("departed_at", latest, present)},
        next_attempt_at = ${corrected("next_attempt_at", latestRetry, present)},
        leased_until = ${corrected("leased_until", latest, sql`${present} + make_interval(secs => ${leaseSeconds})`)}
      where id in (select id from email_log where id in (select id from stuck) for update skip locked)
    ),
    probes as (
      update campaigns
      set next_attempt_at = ${corrected("next_attempt_at", latestProbe, present)}, started_at = ${corrected("started_at", latest, present)}
      where id in (
        select id from campaigns
        where status in ('running', 'paused') and (next_attempt_at > ${latestProbe} or started_at > ${latest})
        for no key update skip locked
      )
    )
    update bounce_mailbox set next_read_at = ${present} where next_read_at > ${time(latestPlausible(now, longestReadingMs))}`);
}

const time = (date: Date) => sql`${date.toISOString()}::timestamptz`;

function corrected(column: string, latest: SQL, replacement: SQL): SQL {
  const name = sql.raw(column);
  return sql`case when ${name} > ${latest} then ${replacement} else ${name} end`;
}
