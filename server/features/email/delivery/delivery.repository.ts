import { type SQL, sql } from "drizzle-orm";
import type { EmailType, RecipientVariables } from "#contract/email.ts";
import { emailMessages } from "#contract/email.ts";
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
  emailType: EmailType;
  attempts: number;
  /** As the settings stood when it was leased: no socket may be opened. */
  simulated: boolean;
  /** Changes with every change of the settings. */
  settingsVersion: string;
};

/** Where a worker takes its messages from: one campaign, or everything that belongs to none. */
export type Lane = { campaignId: string } | "direct";

/** How long a lease lives without a sign of life of its worker. */
export const leaseSeconds = 30;

/**
 * Records how attempts ended and leases the next messages, in one statement and so in one commit: between two messages
 * there is a single round trip. A row that is leased elsewhere is skipped, never waited for.
 */
export async function turnOver(
  db: Db,
  { worker, lane, results, take }: { worker: string; lane: Lane; results: DeliveryResult[]; take: number },
): Promise<LeasedMessage[]> {
  const { rows } = await db.execute<LeasedRow>(sql`
    with ${finished(worker, results)}, picked as (
      select id from email_log
      where status = 'pending' and leased_by is null and ${within(lane)}
        and (next_attempt_at is null or next_attempt_at <= now())
      order by created_at, id limit ${take} for update skip locked
    )
    ${lease(worker)}`);
  return rows.map(leasedMessage);
}

/** Marks every due message that belongs to no campaign as simulated, in one statement, if simulation is on at that moment. */
export async function simulateDirect(db: Db): Promise<void> {
  await db.execute(sql`
    update email_log set status = 'sent', sent_at = now(), error_message = ${emailMessages.simulated},
      next_attempt_at = null, attempts = attempts + 1
    where id in (
      select id from email_log
      where status = 'pending' and leased_by is null and campaign_id is null
        and (next_attempt_at is null or next_attempt_at <= now())
        and (select coalesce(bool_and(simulation_mode), true) from email_settings)
      for update skip locked
    )`);
}

/**
 * The oldest pending message that no worker holds, also one that waits for its next attempt. One that was put off before
 * its first attempt (a decision that can still be taken back) is left alone until its time has come.
 * @param except ids that were tried just now
 */
export async function leaseOldest(db: Db, worker: string, except: string[]): Promise<LeasedMessage | null> {
  const { rows } = await db.execute<LeasedRow>(sql`
    with picked as (
      select l.id from email_log l left join campaigns c on c.id = l.campaign_id
      where l.status = 'pending' and l.leased_by is null and (c.id is null or c.status = 'running')
        and (l.attempts > 0 or l.next_attempt_at is null or l.next_attempt_at <= now())
        and l.id <> all(${textArray(except)}::uuid[])
      order by l.created_at, l.id limit 1 for update of l skip locked
    )
    ${lease(worker)}`);
  const [row] = rows;
  return row ? leasedMessage(row) : null;
}

/** Leases one message if it still waits; null when it is somebody else's or done. */
export async function leaseMessage(db: Db, worker: string, id: string): Promise<LeasedMessage | null> {
  const { rows } = await db.execute<LeasedRow>(sql`
    with picked as (
      select id from email_log where id = ${id} and status = 'pending' and leased_by is null for update skip locked
    )
    ${lease(worker)}`);
  const [row] = rows;
  return row ? leasedMessage(row) : null;
}

/** Records results without taking anything. */
export async function recordResults(db: Db, worker: string, results: DeliveryResult[]): Promise<void> {
  if (results.length === 0) return;
  await db.execute(sql`with ${finished(worker, results)} select count(*) from finished`);
}

/**
 * Gives back what this worker leased in a statement whose answer was lost: it never got to know of it, so it was not sent.
 * @param known what it does hold
 */
export async function releaseUnknown(db: Db, worker: string, known: string[]): Promise<void> {
  await db.execute(sql`
    update email_log set leased_by = null, leased_until = null, attempts = attempts - 1
    where leased_by = ${worker} and id <> all(${textArray(known)}::uuid[])`);
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
  const dead = everyone ? sql`leased_by is not null` : sql`leased_by is not null and leased_until < now()`;
  const { rows } = await db.execute<{ count: number }>(sql`
    with marked as (
      update email_log set status = 'failed', error_message = ${emailMessages.interrupted},
        leased_by = null, leased_until = null
      where id in (select id from email_log where ${dead} and status = 'pending' for update skip locked)
      returning campaign_id
    ), counted as (
      update campaigns c set failed = c.failed + m.count
      from (select campaign_id, count(*)::int as count from marked where campaign_id is not null group by 1) m
      where c.id = m.campaign_id
    )
    select count(*)::int as count from marked`);
  return rows[0]?.count ?? 0;
}

/** How many messages of campaigns were sent in the last hour and the last day, over all instances. */
export async function countRecentlySent(db: Db): Promise<{ lastHour: number; lastDay: number }> {
  const { rows } = await db.execute<{ last_hour: number; last_day: number }>(sql`
    select count(*) filter (where sent_at > now() - interval '1 hour')::int as last_hour, count(*)::int as last_day
    from email_log
    where status = 'sent' and email_type = 'bulk' and error_message is null and sent_at > now() - interval '1 day'`);
  return { lastHour: rows[0]?.last_hour ?? 0, lastDay: rows[0]?.last_day ?? 0 };
}

type LeasedRow = {
  id: string;
  recipient_email: string;
  recipient_name: string | null;
  subject: string;
  content: string | null;
  variables: RecipientVariables;
  campaign_id: string | null;
  email_type: EmailType;
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
    emailType: row.email_type,
    attempts: row.attempts,
    simulated: row.simulated,
    settingsVersion: row.settings_version,
  };
}

function within(lane: Lane): SQL {
  if (lane === "direct") return sql`campaign_id is null`;
  // The campaign is looked at in the same statement, so that a pause or a cancellation holds from its commit on.
  return sql`campaign_id = ${lane.campaignId}
    and exists (select 1 from campaigns where id = ${lane.campaignId} and status = 'running')`;
}

function lease(worker: string): SQL {
  return sql`
    update email_log l
    set leased_by = ${worker}, leased_until = now() + make_interval(secs => ${leaseSeconds}), attempts = l.attempts + 1
    from picked where l.id = picked.id
    returning l.id, l.recipient_email, l.recipient_name, l.subject, l.content, l.variables, l.campaign_id, l.email_type,
      l.attempts, (select coalesce(bool_and(simulation_mode), true) from email_settings) as simulated,
      (select coalesce(max(updated_at)::text, '') from email_settings) as settings_version`;
}

/**
 * The results as common table expressions `finished` and `counted`. Only the worker that holds the lease may record; one
 * whose lease ran out in the meantime still knows better than 'interrupted'.
 */
function finished(worker: string, results: DeliveryResult[]): SQL {
  const columns = [
    sql`${textArray(results.map((result) => result.id))}::uuid[]`,
    sql`${textArray(results.map((result) => result.status))}::text[]`,
    sql`${textArray(results.map((result) => result.errorMessage))}::text[]`,
    sql`${textArray(results.map((result) => result.retryIn?.toString() ?? null))}::float8[]`,
    sql`${textArray(results.map((result) => (result.countsAsAttempt ? "0" : "1")))}::int[]`,
  ];
  return sql`finished as (
      update email_log l
      set status = r.status, error_message = r.error_message, attempts = l.attempts - r.uncounted,
        sent_at = case when r.status = 'sent' then now() end,
        next_attempt_at = now() + make_interval(secs => r.retry_in), leased_by = null, leased_until = null
      from unnest(${sql.join(columns, sql`, `)}) as r (id, status, error_message, retry_in, uncounted),
        email_log old
      where l.id = r.id and old.id = r.id
        and (l.leased_by = ${worker} or (l.status = 'failed' and l.error_message = ${emailMessages.interrupted}))
      returning l.campaign_id, l.status, (old.status = 'failed')::int as was_failed
    ), counted as (
      update campaigns c set sent = c.sent + n.sent, failed = c.failed + n.failed
      from (
        select campaign_id, count(*) filter (where status = 'sent')::int as sent,
          (count(*) filter (where status = 'failed') - sum(was_failed))::int as failed
        from finished where campaign_id is not null group by 1
      ) n
      where c.id = n.campaign_id
    )`;
}

/** A PostgreSQL array literal as one parameter, so that the statement's text stays the same for any length. */
function textArray(values: (string | null)[]): SQL {
  const literal = values.map((value) => (value === null ? "NULL" : `"${value.replace(/[\\"]/g, "\\$&")}"`));
  return sql`${`{${literal.join(",")}}`}`;
}
