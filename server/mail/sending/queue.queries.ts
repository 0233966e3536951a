import { sql } from "drizzle-orm";
import { z } from "zod";
import { campaignStatuses, type EmailLane, emailLanes } from "#contract/email.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow, rows } from "#server/lib/database/sql.ts";

/** The number of waiting messages of a lane. `forMailbox`: those confirmations whose mailbox got another one within 24 hours. */
const waitingSchema = z.object({ lane: z.enum(emailLanes), count: z.number(), forMailbox: z.number() });

/**
 * Counts the waiting messages of each lane; leaves out empty lanes. Each part of the query reads the index of its waiting messages;
 * campaigns store the counts of theirs.
 */
export async function countWaiting(db: Db): Promise<z.output<typeof waitingSchema>[]> {
  return rows(
    db,
    waitingSchema,
    sql`
    select lane, count(*)::int as count, (count(*) filter (where waits_for_mailbox))::int as "forMailbox"
    from email_log where status = 'pending' and lane in ('direct', 'link') group by lane
    union all
    select lane, count(*)::int, (count(*) filter (where waits_for_mailbox))::int
    from email_log where status = 'pending' and lane = 'confirmation' group by lane
    union all
    select 'campaign', sum(total - sent - failed - cancelled - skipped)::int, 0
    from campaigns where status = 'running' having sum(total - sent - failed - cancelled - skipped) > 0
    order by lane`,
  );
}

const queuedSchema = z.object({ lane: z.enum(emailLanes), count: z.number(), oldestSeconds: z.number() });

/**
 * Counts the waiting messages of each lane, with the seconds since the oldest one was due; a delayed message is due after its delay. For
 * campaigns, counts the messages of running ones, with the seconds since the oldest start.
 */
export async function findQueued(db: Db): Promise<z.output<typeof queuedSchema>[]> {
  return rows(
    db,
    queuedSchema,
    sql`
    select lane, count(*)::int as count,
      greatest(extract(epoch from now() - min(greatest(created_at, next_attempt_at))), 0)::float8 as "oldestSeconds"
    from email_log where status = 'pending' and lane in ('direct', 'link') group by lane
    union all
    select lane, count(*)::int, greatest(extract(epoch from now() - min(greatest(created_at, next_attempt_at))), 0)::float8
    from email_log where status = 'pending' and lane = 'confirmation' group by lane
    union all
    select 'campaign', sum(total - sent - failed - cancelled - skipped)::int,
      greatest(extract(epoch from now() - min(coalesce(started_at, created_at))), 0)::float8
    from campaigns where status = 'running' having sum(total - sent - failed - cancelled - skipped) > 0`,
  );
}

/** The cap that stops a lane: the cap of all mail, or that of confirmations. */
export type MailLimit = z.output<typeof limitSchema>;
const limitSchema = z.object({ at: z.coerce.date(), reason: z.enum(["cap", "confirmation_cap"]) });

/** Finds until when a lane has to wait, and for which cap; null when it may send now. The counterpart of `mail_room()`. */
export async function findCapacity(db: Db, lane: EmailLane): Promise<MailLimit | null> {
  const everyLane = sql`${lanesLiteral(emailLanes)}::text[]`;
  const sharing =
    lane === "link"
      ? everyLane
      : sql`${lanesLiteral(emailLanes.filter((other) => other !== "link"))}::text[]`;
  const [limit] = await rows(
    db,
    limitSchema,
    sql`
    select full_until.at, limits.reason
    from (
        select max(hourly_cap) as hourly, max(daily_cap) as daily, max(confirmation_hourly_cap) as confirmations from email_settings
      ) as caps,
      lateral (values
        ('cap', caps.hourly, interval '1 hour', ${everyLane}),
        ('cap', caps.daily, interval '1 day', ${everyLane}),
        ('cap', mail_share(caps.hourly, ${lane}), interval '1 hour', ${sharing}),
        ('cap', mail_share(caps.daily, ${lane}), interval '1 day', ${sharing}),
        ('confirmation_cap', case when ${lane} = 'confirmation' then caps.confirmations end, interval '1 hour', '{confirmation}')
      ) as limits (reason, share, span, lanes),
      lateral (
        select departed_at + limits.span as at from email_log
        where departed_at > now() - limits.span and lane = any(limits.lanes)
        order by departed_at desc offset limits.share - 1 limit 1
      ) as full_until
    where limits.share is not null
    order by full_until.at desc limit 1`,
  );
  return limit ?? null;
}

const lanesLiteral = (lanes: readonly EmailLane[]) => `{${lanes.join(",")}}`;

const dueSchema = z.object({ ms: z.number().nullable() });

/**
 * Finds the milliseconds until a worker has work; 0 or less: now. Compares messages with the database's clock and campaigns with `now`,
 * like the queries that send them. A message that waits for capacity under a cap counts as due.
 * @returns infinity when nothing has a due time
 */
export async function findDueIn(db: Db, now: Date): Promise<number> {
  const { ms } = await onlyRow(
    db,
    dueSchema,
    // For each index, first looks for one message that is due, then for the next date.
    sql`
    select (1000 * extract(epoch from least(
      coalesce(
        (select interval '0' from email_log
          where status = 'pending' and lane in ('direct', 'link') and leased_by is null
            and (not exists (select from mail_hold) or lane = 'link' and created_at >= (select since from mail_hold))
            and (next_attempt_at is null or next_attempt_at <= now())
          limit 1),
        (select min(next_attempt_at) - now() from email_log
          where status = 'pending' and lane in ('direct', 'link') and leased_by is null
            and (not exists (select from mail_hold) or lane = 'link' and created_at >= (select since from mail_hold)))
      ),
      coalesce(
        (select interval '0' from email_log
          where status = 'pending' and lane = 'confirmation' and leased_by is null and not exists (select from mail_hold)
            and (next_attempt_at is null or next_attempt_at <= now())
          limit 1),
        (select min(next_attempt_at) - now() from email_log
          where status = 'pending' and lane = 'confirmation' and leased_by is null and not exists (select from mail_hold))
      ),
      (select min(
          case status when 'running' then to_timestamp(0) when 'scheduled' then greatest(scheduled_at, next_attempt_at) else next_attempt_at end
        ) from campaigns
        where status = 'running' or status in ('scheduled', 'paused') and not exists (select from mail_hold)
      ) - ${now.toISOString()}::timestamptz,
      case when exists (select from email_events where applied_at is null) then interval '0' end
    )))::float8 as ms`,
  );
  return ms ?? Number.POSITIVE_INFINITY;
}

const outcomesSchema = z.object({
  sent: z.number(),
  failed: z.number(),
  overdueMs: z.number().nullable(),
  isHeld: z.boolean(),
});

/** All retries of a message end within this time. */
const longestLife = sql`interval '4 days'`;
/** The retries of a message that a server defers end within this time: an older message waits for a server. */
const retriesEnd = sql`interval '2 hours'`;

/**
 * Counts the sent and failed messages of the last 24 hours. Finds for how long the oldest due direct message has been due, or the oldest
 * message that reaches no server has waited. Each part reads an index.
 * @property isHeld whether a hold after a restore stops all mail
 */
export function findRecentOutcomes(db: Db, now: Date): Promise<z.output<typeof outcomesSchema>> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const yesterday = sql`${at} - interval '24 hours'`;
  return onlyRow(
    db,
    outcomesSchema,
    sql`
    select
      (select count(*)::int from email_log where departed_at > ${yesterday} and status = 'sent') as sent,
      (select count(*)::int from email_log
        where status = 'failed' and created_at > ${at} - ${longestLife} and failed_at > ${yesterday}) as failed,
      (select (extract(epoch from ${at} - min(since)) * 1000)::float8 from (
        select coalesce(next_attempt_at, created_at) as since from email_log
        where status = 'pending' and lane in ('direct', 'link') and leased_by is null
        union all
        select created_at from email_log
        where status = 'pending' and lane in ('direct', 'link') and attempts > 0 and created_at < ${at} - ${retriesEnd}
        union all
        select created_at from email_log
        where status = 'pending' and lane = 'confirmation' and attempts > 0 and created_at < ${at} - ${retriesEnd}
          and not waits_for_mailbox
      ) as waiting where since <= ${at}) as "overdueMs",
      exists (select from mail_hold) as "isHeld"`,
  );
}

const stateSchema = z.object({
  state: z.enum([...campaignStatuses, "waiting_for_server"]),
  count: z.number(),
});

/** Counts the campaigns in each state. A campaign that paused itself until its mail server is reached is `waiting_for_server`. */
export function countCampaignStates(db: Db) {
  const state = sql`case when status = 'paused' and next_attempt_at is not null then 'waiting_for_server' else status end`;
  return rows(
    db,
    stateSchema,
    sql`select ${state} as state, count(*)::int as count from campaigns group by 1`,
  );
}
