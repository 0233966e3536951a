import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { emailMessages } from "#contract/email.ts";
import type { Db } from "#server/lib/database/database.ts";
import { prepareOnlyRow, rows, textArray } from "#server/lib/database/sql.ts";
import type { DeliveryResult } from "./delivery.rules.ts";
import { type Lane, type LeasedMessage, leasedMessageSchema } from "./leased-message.ts";
import { leaseSetting, leasing, skipping } from "./leases.queries.ts";

const idSchema = z.object({ id: z.string() });
const leasesSchema = z.object({ messages: z.array(leasedMessageSchema), skipped: z.number() });

export type Turn = (turn: {
  results: DeliveryResult[];
  take: number;
}) => Promise<{ messages: LeasedMessage[]; skipped: number }>;

/**
 * Records results and leases the next messages with one statement, one commit and one round trip. Leaves out rows that another worker has
 * locked. `mail_room` counts the caps in the same statement; with a cap, other workers wait for its commit. A message that
 * `mail_permission` no longer allows becomes `skipped`; then fewer messages may be returned than are due. To avoid deadlocks, locks
 * campaigns in the order of their ids before rows of the log, like every statement that changes counted messages.
 */
export function prepareTurns(db: Db, { worker, lane }: { worker: string; lane: Lane }): Turn {
  const results = sql.placeholder("results");
  const ids = sql`${sql.placeholder("ids")}::uuid[]`;
  const take = sql`${sql.placeholder("take")}::int`;
  const { campaignIds, next } = laneSources(lane, { ids, take });
  const ask = prepareOnlyRow(
    db,
    leasesSchema,
    sql`
    with ${retriesOf(results)},
    campaign as materialized (
      select id, status, next_attempt_at from campaigns
      where id in (${campaignIds}) and ${signupsFirst} order by id for no key update
    ),
    finished as (${recording(worker)}),
    next as (${next}),
    judged as materialized (
      select id, allowed from next cross join lateral mail_permission(recipient_hash, lane, purpose)
    ),
    skipped as (
      update email_log
      set ${skipping}
      where id = any(array(select id from judged where not allowed))
        and (campaign_id is null or campaign_id in (select id from campaign))
      returning campaign_id
    ),
    counted as (
      update campaigns c
      set sent = c.sent + ended.sent, failed = c.failed + ended.failed, cancelled = c.cancelled + ended.cancelled,
        skipped = c.skipped + ended.skipped
      from (
        select campaign_id,
          (count(*) filter (where status = 'sent'))::int as sent,
          (count(*) filter (where status = 'failed') - sum(was_failed))::int as failed,
          (count(*) filter (where status = 'cancelled'))::int as cancelled,
          (count(*) filter (where status = 'skipped'))::int as skipped
        from (
          select campaign_id, status, was_failed from finished union all select campaign_id, 'skipped', 0 from skipped
        ) as message
        where campaign_id is not null
        group by campaign_id
      ) as ended
      where c.id = ended.campaign_id
    ),
    setting as materialized (${leaseSetting}),
    leased as (${leasing(
      worker,
      // any(array(…)): for an unknown limit the planner expects a tenth of the log, and a join would read all of it. coalesce() keeps the
      // planner from the index of pending messages.
      sql`l.id = any(array(select id from judged where allowed)) and coalesce(l.status, '') = 'pending' and l.leased_by is null`,
    )})
    select (select coalesce(json_agg(leased), '[]') from leased) as messages, (select count(*)::int from skipped) as skipped`,
  );
  return async ({ results, take }) => {
    // Refusals are rare and have an event, so a separate statement records them. A retry may record them twice without effect.
    await recordResults(
      db,
      worker,
      results.filter(({ refusal }) => refusal !== undefined),
    );
    const others = results.filter(({ refusal }) => refusal === undefined);
    return ask({ results: JSON.stringify(others), ids: idsLiteral(others), take });
  };
}

/**
 * The CTEs `result`, `signup` and `moved`. `moved` has the retries about a sign-up that was deleted, limited or got a new address during the
 * attempt: `email` is the new address if its owner confirmed it or the message is about a decision, as for waiting messages, else null. Locks
 * the sign-ups, so that a change commits either before this statement reads the address, or after it returns the message to the queue.
 */
function retriesOf(results: string | Placeholder): SQL {
  const signups = (table: "beta_signups" | "brand_signups") => sql`
    select * from (
      select id, email, email_hash, confirmed_at, limited_at from ${sql.identifier(table)}
      where id = any(array(
        select (l.variables ->> 'signupId')::uuid from result r join email_log l using (id)
        where r.status = 'pending' and l.campaign_id is null
      ))
      order by id for share
    ) as signup`;
  return sql`
    result as materialized (
      select * from jsonb_to_recordset(${results}::jsonb) as r (
        id uuid, status text, "errorMessage" text, "retryIn" float8, "countsAsAttempt" bool, departed bool, refusal jsonb
      )
    ),
    signup as materialized (${signups("beta_signups")} union all ${signups("brand_signups")}),
    moved as materialized (
      select l.id, s.email_hash,
        case when l.lane = 'direct' and s.limited_at is null and (
          s.confirmed_at is not null or l.template_id in (select id from email_templates where event in ('approved', 'rejected'))
        ) then s.email end as email
      from result r join email_log l using (id) left join signup s on s.id = (l.variables ->> 'signupId')::uuid
      where r.status = 'pending' and l.campaign_id is null and l.variables ? 'signupId'
        and (s.id is null or s.email_hash <> l.recipient_hash or s.limited_at is not null)
    )`;
}

/** Locks the sign-ups before campaigns and messages, as their changes do. */
const signupsFirst = sql`(select count(*) from signup) >= 0`;

/**
 * Records results; needs the CTEs `result`, `moved` and `campaign`. Accepts a result after the lease has expired, because the worker knows
 * the outcome and 'interrupted' is a guess. A retry of `moved` goes to its new address, where its attempts begin again, or
 * is void without one. A retry of a cancelled campaign or to an erased recipient is void, too.
 */
function recording(worker: string): SQL {
  return sql`
    update email_log l
    set status = case when void then 'cancelled' else r.status end,
      error_message = case when void then ${emailMessages.cancelled} when l.erased_at is null and moved.email is null then r."errorMessage" end,
      recipient_email = coalesce(moved.email, l.recipient_email),
      recipient_hash = case when moved.email is null then l.recipient_hash else moved.email_hash end,
      erased_at = case when moved.email is null then l.erased_at end,
      attempts = case when moved.email is not null then 0 when r."countsAsAttempt" then l.attempts else l.attempts - 1 end,
      failed_at = case when r.status = 'failed' and not void then now() end,
      sent_at = case when r.status = 'sent' then now() end,
      departed_at = case when r.departed then now() end,
      next_attempt_at = case when not void then now() + make_interval(secs => r."retryIn") end,
      leased_by = null,
      leased_until = null
    from result r
      join email_log old on old.id = r.id
      left join campaign on campaign.id = old.campaign_id
      left join moved on moved.id = r.id
      cross join lateral (
        select r.status = 'pending' and moved.email is null and (
          moved.id is not null or old.erased_at is not null or old.lane = 'campaign' and coalesce(campaign.status = 'cancelled', false)
        ) as void
      ) as judgement
    where l.id = r.id
      and (l.leased_by = ${worker} or l.status = 'failed' and l.error_message = ${emailMessages.interrupted})
    returning l.campaign_id, l.status, (old.status = 'failed')::int as was_failed`;
}

const idsLiteral = (results: readonly DeliveryResult[]) => `{${results.map(({ id }) => id).join(",")}}`;

/** The lane's part of a turn: the campaigns whose counts may change, and the next messages. */
function laneSources(lane: Lane, { ids, take }: { ids: SQL; take: SQL }): { campaignIds: SQL; next: SQL } {
  const ofResults = sql`select campaign_id from email_log where id = any(${ids})`;
  if (lane === "confirmation") {
    return {
      campaignIds: ofResults,
      next: sql`
        select l.id, l.campaign_id, l.lane, l.purpose, l.recipient_hash
        from next_confirmations(${take}, false, '{}') as picked (id) join email_log l using (id)
        where ${signupsFirst} and not exists (select from mail_hold)`,
    };
  }
  if (lane === "link") {
    return {
      campaignIds: ofResults,
      // A link that was requested during a hold may leave, because an admin may need it to sign in and end the hold.
      next: sql`
        select id, campaign_id, lane, purpose, recipient_hash from email_log
        where status = 'pending' and leased_by is null and lane = 'link'
          and (not exists (select from mail_hold) or created_at >= (select since from mail_hold))
          and (next_attempt_at is null or next_attempt_at <= now())
        order by created_at, id limit mail_room('link', ${take}) for update skip locked`,
    };
  }
  if (lane === "direct") {
    return {
      // Includes the campaigns of requeued messages, read without a lock. A message of another campaign waits for the next turn.
      campaignIds: sql`${ofResults} union (
        select campaign_id from (
          select campaign_id from email_log
          where status = 'pending' and leased_by is null and lane = 'direct' and not exists (select from mail_hold)
            and (next_attempt_at is null or next_attempt_at <= now())
          order by created_at, id limit ${take}
        ) as next)`,
      next: sql`
        select id, campaign_id, lane, purpose, recipient_hash from email_log
        where status = 'pending' and leased_by is null and lane = 'direct' and not exists (select from mail_hold)
          and (next_attempt_at is null or next_attempt_at <= now())
        order by created_at, id
        -- count(*) locks the campaigns before the first message.
        limit (select mail_room('direct', ${take}) from (select count(*) from campaign) as locked)
        for update skip locked`,
    };
  }
  const status = lane.probe ? "paused" : "running";
  return {
    campaignIds: sql`${lane.campaignId}`,
    next: sql`
      select id, campaign_id, lane, purpose, recipient_hash from email_log
      where status = 'pending' and leased_by is null and campaign_id = ${lane.campaignId}
        and not exists (select from mail_hold)
        and (next_attempt_at is null or next_attempt_at <= now())
      order by created_at, id
      limit coalesce((
        select mail_room('campaign', ${take}) from campaign
        where status = ${status} and (status = 'running' or next_attempt_at is not null)
      ), 0)
      for update skip locked`,
  };
}

/** Records results, with an event for each refusal, without leasing. See `prepareTurns` for the rules. */
export async function recordResults(db: Db, worker: string, results: DeliveryResult[]): Promise<void> {
  if (results.length === 0) return;
  await db.execute(sql`
    with ${retriesOf(JSON.stringify(results))},
    campaign as materialized (
      select id, status from campaigns
      where id in (select campaign_id from email_log where id = any(${idsLiteral(results)}::uuid[])) and ${signupsFirst}
      order by id for no key update
    ),
    finished as (${recording(worker)}),
    refused as (
      insert into email_events (dedupe_key, kind, source, log_id, campaign_id, recipient_hash, status_code, server_words)
      select 'smtp:' || l.id || ':' || l.attempts, r.refusal ->> 'kind', 'smtp', l.id, l.campaign_id, l.recipient_hash,
        r.refusal ->> 'statusCode', r.refusal ->> 'words'
      from result r join email_log l on l.id = r.id
      where r.refusal is not null and l.leased_by = ${worker} and l.erased_at is null
      on conflict do nothing
    )
    update campaigns c
    set sent = c.sent + ended.sent, failed = c.failed + ended.failed, cancelled = c.cancelled + ended.cancelled
    from (
      select campaign_id,
        (count(*) filter (where status = 'sent'))::int as sent,
        (count(*) filter (where status = 'failed') - sum(was_failed))::int as failed,
        (count(*) filter (where status = 'cancelled'))::int as cancelled
      from finished
      group by campaign_id
    ) as ended
    where c.id = ended.campaign_id`);
}

/** Gives back the messages that this worker leased in a statement whose answer was lost. @param known the messages that it holds */
export async function releaseUnknown(db: Db, worker: string, known: string[]): Promise<void> {
  const leased = await rows(
    db,
    idSchema,
    sql`select id from email_log where leased_by = ${worker} and id <> all(${textArray(known)}::uuid[])`,
  );
  const unsent = {
    status: "pending",
    errorMessage: null,
    retryIn: 0,
    countsAsAttempt: false,
    departed: false,
  } as const;
  await recordResults(
    db,
    worker,
    leased.map(({ id }) => ({ id, ...unsent })),
  );
}
