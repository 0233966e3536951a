import { type SQL, sql } from "drizzle-orm";
import type { EmailLane, RecipientVariables } from "#contract/email.ts";
import { emailMessages } from "#contract/email.ts";
import type { MailedLink } from "#server/features/accounts/links/mailed-link.ts";
import { lockCampaignsOf } from "#server/features/mailing/campaigns/campaign-lock.repository.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { DeliveryResult } from "./delivery.rules.ts";

/** A message in this worker's hands. */
export type LeasedMessage = {
  id: string;
  recipientEmail: string;
  recipientName: string | null;
  subject: string;
  /** Null for a campaign's message. */
  content: string | null;
  variables: RecipientVariables;
  campaignId: string | null;
  lane: EmailLane;
  /** The personal link that it is to hold. */
  link: MailedLink | null;
  /** Nobody wrote it to this person: an event sent a template, or somebody asked for a link. */
  automatic: boolean;
  attempts: number;
  /** As the settings stood when it was leased: no socket may be opened. */
  simulated: boolean;
  /** Changes with every change of the settings. */
  settingsVersion: string;
};

/**
 * Where a worker takes its messages from: one campaign, or a kind of messages that wait for no campaign's turn. `probe`: one
 * that paused itself, whose server is tried.
 */
export type Lane = { campaignId: string; probe?: boolean } | Exclude<EmailLane, "campaign">;

/** How long a lease lives without a sign of life of its worker. */
const leaseSeconds = 30;

/**
 * Records how attempts ended and leases the next messages, in one statement and so in one commit: between two messages
 * there is a single round trip. A row that is leased elsewhere is skipped, never waited for. How many may leave is asked in
 * the same statement, and where a cap is set others wait for its commit.
 */
export async function turnOver(
  db: Db,
  { worker, lane, results, take }: { worker: string; lane: Lane; results: DeliveryResult[]; take: number },
): Promise<LeasedMessage[]> {
  const { rows } = await db.execute<LeasedRow>(sql`
    with ${countedIn(lane, results)}, ${finished(worker, results)}, picked as (${nextIn(lane, take)})
    ${lease(worker)}`);
  return rows.map(leasedMessage);
}

/**
 * The campaigns that the statement counts in, as a common table expression `campaign`: locked before any row of the log (see
 * `lockCampaignsOf`) and read as they are by then. A pause or a cancellation holds from its commit on.
 */
function countedIn(lane: Lane, results: DeliveryResult[]): SQL {
  const ids =
    typeof lane === "object"
      ? sql`${lane.campaignId}`
      : sql`select campaign_id from email_log where id = any(${idArray(results)})`;
  return sql`campaign as materialized (
    select id, status, next_attempt_at from campaigns where id in (${ids}) order by id for no key update)`;
}

const pausedItself = sql`status = 'paused' and next_attempt_at is not null`;

function nextIn(lane: Lane, take: number): SQL {
  if (lane === "confirmation") return sql`select id from next_confirmations(${take}, false, '{}') as id`;
  const [within, room] =
    typeof lane === "string"
      ? [sql`lane = ${sql.raw(`'${lane}'`)}`, sql`mail_room(${lane}, ${take})`]
      : [
          sql`campaign_id = ${lane.campaignId}`,
          sql`coalesce((select mail_room('campaign', ${take}) from campaign where ${lane.probe ? pausedItself : sql`status = 'running'`}), 0)`,
        ];
  return sql`
    select id from email_log
    where status = 'pending' and leased_by is null and ${within}
      and (next_attempt_at is null or next_attempt_at <= now())
    order by created_at, id limit ${room} for update skip locked`;
}

/** Marks every due message that waits for no campaign's turn as simulated, in one statement, if simulation is on at that moment. */
export async function simulateDirect(db: Db): Promise<void> {
  const due = sql`status = 'pending' and leased_by is null and lane <> 'campaign'
    and (next_attempt_at is null or next_attempt_at <= now()) and ${simulation}`;
  await db.transaction(async (tx) => {
    await lockCampaignsOf(tx, due);
    await tx.execute(sql`
      with simulated as (
        update email_log set status = 'sent', sent_at = now(), error_message = ${emailMessages.simulated},
          next_attempt_at = null, attempts = attempts + 1
        where id in (select id from email_log where ${due} for update skip locked)
        returning campaign_id
      )
      update campaigns c set sent = c.sent + n.count
      from (select campaign_id, count(*)::int as count from simulated where campaign_id is not null group by 1) n
      where c.id = n.campaign_id`);
  });
}

/**
 * The oldest pending message that no worker holds and for which there is room, also one that waits for its next attempt.
 * One that was put off before its first attempt (a decision that can still be taken back) is left alone until its time has
 * come.
 * @param except ids that were tried just now
 */
export async function leaseOldest(db: Db, worker: string, except: string[]): Promise<LeasedMessage | null> {
  const tried = sql`${textArray(except)}::uuid[]`;
  const { rows } = await db.execute<LeasedRow>(sql`
    with roomy as materialized (
      select lane from unnest('{link,direct,campaign}'::text[]) as lane where mail_room(lane, 1) > 0
    ), confirmation as materialized (select id from next_confirmations(1, true, ${tried}) as id),
    picked as (
      select l.id from email_log l left join campaigns c on c.id = l.campaign_id
      where l.status = 'pending' and l.leased_by is null and (l.lane <> 'campaign' or c.status = 'running')
        and (l.attempts > 0 or l.next_attempt_at is null or l.next_attempt_at <= now())
        and l.id <> all(${tried})
        and (l.lane in (select lane from roomy) or l.id in (select id from confirmation))
      order by l.created_at, l.id limit 1 for update of l skip locked
    )
    ${lease(worker)}`);
  const [row] = rows;
  return row ? leasedMessage(row) : null;
}

/** Leases one message if it still waits and there is room for it; null when it is somebody else's or done, too. */
export async function leaseMessage(db: Db, worker: string, id: string): Promise<LeasedMessage | null> {
  const { rows } = await db.execute<LeasedRow>(sql`
    with picked as (
      select id from email_log where id = ${id} and status = 'pending' and leased_by is null
      limit mail_room((select lane from email_log where id = ${id}), 1) for update skip locked
    )
    ${lease(worker)}`);
  const [row] = rows;
  return row ? leasedMessage(row) : null;
}

/** The lane of a message that waits and is in nobody's hands; null for any other. */
export async function findUnsentLane(db: Db, id: string): Promise<EmailLane | null> {
  const { rows } = await db.execute<{ lane: EmailLane }>(sql`
    select lane from email_log where id = ${id} and status = 'pending' and leased_by is null`);
  return rows[0]?.lane ?? null;
}

/** Gives a message up that still waits and is in nobody's hands. */
export async function failUnsent(db: Db, id: string, reason: string): Promise<void> {
  await db.execute(sql`
    update email_log set status = 'failed', error_message = ${reason}, next_attempt_at = null
    where id = ${id} and status = 'pending' and leased_by is null`);
}

/** Records results without taking anything. */
export async function recordResults(db: Db, worker: string, results: DeliveryResult[]): Promise<void> {
  if (results.length === 0) return;
  await db.execute(sql`
    with ${countedIn("direct", results)}, ${finished(worker, results)} select count(*) from finished`);
}

/**
 * Gives back what this worker leased in a statement whose answer was lost: it never got to know of it, so it was not sent.
 * @param known what it does hold
 */
export async function releaseUnknown(db: Db, worker: string, known: string[]): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from email_log where leased_by = ${worker} and id <> all(${textArray(known)}::uuid[])`);
  const waitsOn = {
    status: "pending",
    errorMessage: null,
    retryIn: 0,
    countsAsAttempt: false,
    departed: false,
  } as const;
  await recordResults(
    db,
    worker,
    rows.map(({ id }) => ({ id, ...waitsOn })),
  );
}

/** A sign of life: the leases of these workers live on. */
export async function renewLeases(db: Db, workers: string[]): Promise<void> {
  await db.execute(sql`
    update email_log set leased_until = now() + make_interval(secs => ${leaseSeconds})
    where leased_by = any(${textArray(workers)}::text[])`);
}

/**
 * Marks messages whose worker died while it sent them: they may or may not have left, so nobody sends them again by itself.
 * @param everyone in embedded mode one process exists: right after its start every lease is a dead worker's
 */
export async function markInterrupted(db: Db, { everyone }: { everyone: boolean }): Promise<number> {
  const dead = sql`status = 'pending' and leased_by is not null ${everyone ? sql`` : sql`and leased_until < now()`}`;
  return db.transaction(async (tx) => {
    await lockCampaignsOf(tx, dead);
    return failInterrupted(tx, dead);
  });
}

async function failInterrupted(tx: Db, dead: SQL): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    with marked as (
      update email_log set status = 'failed', error_message = ${emailMessages.interrupted},
        departed_at = case when departed_at is not null then least(now(), leased_until) end,
        leased_by = null, leased_until = null
      where id in (select id from email_log where ${dead} for update skip locked)
      returning campaign_id
    ), counted as (
      update campaigns c set failed = c.failed + m.count
      from (select campaign_id, count(*)::int as count from marked where campaign_id is not null group by 1) m
      where c.id = m.campaign_id
    )
    select count(*)::int as count from marked`);
  return rows[0]?.count ?? 0;
}

type LeasedRow = {
  id: string;
  recipient_email: string;
  recipient_name: string | null;
  subject: string;
  content: string | null;
  variables: RecipientVariables & { link?: MailedLink };
  campaign_id: string | null;
  lane: EmailLane;
  automatic: boolean;
  attempts: number;
  simulated: boolean;
  settings_version: string;
};

function leasedMessage(row: LeasedRow): LeasedMessage {
  return {
    id: row.id,
    recipientEmail: row.recipient_email,
    recipientName: row.recipient_name,
    subject: row.subject,
    content: row.content,
    variables: row.variables,
    campaignId: row.campaign_id,
    lane: row.lane,
    link: row.variables.link ?? null,
    automatic: row.automatic,
    attempts: row.attempts,
    simulated: row.simulated,
    settingsVersion: row.settings_version,
  };
}

const simulation = sql`(select coalesce(bool_and(simulation_mode), true) from email_settings)`;

function lease(worker: string): SQL {
  return sql`
    update email_log l
    set leased_by = ${worker}, leased_until = now() + make_interval(secs => ${leaseSeconds}), attempts = l.attempts + 1,
      departed_at = case when not ${simulation} then now() end, waits_for_mailbox = false
    from picked where l.id = picked.id and l.status = 'pending' and l.leased_by is null
    returning l.id, l.recipient_email, l.recipient_name, l.subject, l.content, l.variables, l.campaign_id, l.lane, l.attempts,
      (l.template_id is not null or l.lane in ('confirmation', 'link')) as automatic, ${simulation} as simulated,
      (select coalesce(max(updated_at)::text, '') from email_settings) as settings_version`;
}

/**
 * The results as common table expressions `finished` and `counted`; what would wait in a campaign that was cancelled in the
 * meantime is cancelled with it. Only the worker that holds the lease may record; one
 * whose lease ran out in the meantime still knows better than 'interrupted'.
 */
function finished(worker: string, results: DeliveryResult[]): SQL {
  const columns = [
    idArray(results),
    sql`${textArray(results.map((result) => result.status))}::text[]`,
    sql`${textArray(results.map((result) => result.errorMessage))}::text[]`,
    sql`${textArray(results.map((result) => result.retryIn?.toString() ?? null))}::float8[]`,
    sql`${textArray(results.map((result) => (result.countsAsAttempt ? "0" : "1")))}::int[]`,
    sql`${textArray(results.map((result) => String(result.departed)))}::bool[]`,
  ];
  return sql`finished as (
      update email_log l
      set status = case when void then 'cancelled' else r.status end,
        error_message = case when void then ${emailMessages.cancelled} else r.error_message end,
        attempts = l.attempts - r.uncounted,
        sent_at = case when r.status = 'sent' then now() end, departed_at = case when r.departed then now() end,
        next_attempt_at = case when not void then now() + make_interval(secs => r.retry_in) end,
        leased_by = null, leased_until = null
      from unnest(${sql.join(columns, sql`, `)}) as r (id, status, error_message, retry_in, uncounted, departed)
        join email_log old on old.id = r.id left join campaign on campaign.id = old.campaign_id,
        lateral (select r.status = 'pending' and old.lane = 'campaign'
          and coalesce(campaign.status = 'cancelled', false) as void) as v
      where l.id = r.id
        and (l.leased_by = ${worker} or (l.status = 'failed' and l.error_message = ${emailMessages.interrupted}))
      returning l.campaign_id, l.status, (old.status = 'failed')::int as was_failed
    ), counted as (
      update campaigns c set sent = c.sent + n.sent, failed = c.failed + n.failed, cancelled = c.cancelled + n.cancelled
      from (
        select campaign_id, count(*) filter (where status = 'sent')::int as sent,
          count(*) filter (where status = 'cancelled')::int as cancelled,
          (count(*) filter (where status = 'failed') - sum(was_failed))::int as failed
        from finished where campaign_id is not null group by 1
      ) n
      where c.id = n.campaign_id
    )`;
}

function idArray(results: DeliveryResult[]): SQL {
  return sql`${textArray(results.map(({ id }) => id))}::uuid[]`;
}

/** A PostgreSQL array literal as one parameter, so that the statement's text stays the same for any length. */
function textArray(values: (string | null)[]): SQL {
  const literal = values.map((value) => (value === null ? "NULL" : `"${value.replace(/[\\"]/g, "\\$&")}"`));
  return sql`${`{${literal.join(",")}}`}`;
}
