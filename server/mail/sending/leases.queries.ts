import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type EmailLane, emailLanes, emailMessages, skippedMessages } from "#contract/email.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow, rows, textArray } from "#server/lib/database/sql.ts";
import { type LeasedMessage, leasedMessageSchema } from "./leased-message.ts";

const idSchema = z.object({ id: z.string() });
const laneSchema = z.object({ lane: z.enum(emailLanes) });

/** How long a lease lasts unless its worker renews it. */
export const leaseSeconds = 30;

const skippedReasons = JSON.stringify(skippedMessages);

/**
 * Skips a message that `mail_permission` does not allow. The reason is that of the suppression. A campaign that started during an erasure
 * may have written a message that the erasure did not see, so the log forgets the recipient here.
 */
export const skipping = sql`
  ${skippingBecause(sql`coalesce(${skippedReasons}::jsonb ->> suppression_reason(recipient_hash), ${skippedMessages.unsubscribed})`)},
  erased_at = case when suppression_reason(recipient_hash) = 'erased' then now() end`;

/** Skips a waiting message. @param reason a text */
export function skippingBecause(reason: SQL): SQL {
  return sql`status = 'skipped', next_attempt_at = null, waits_for_mailbox = false, error_message = ${reason}`;
}

/** The settings that a leased message is sent with; simulation before the first settings. */
export const leaseSetting = sql`
  select coalesce(bool_and(simulation_mode), true) as simulation, coalesce(max(updated_at)::text, '') as version
  from email_settings`;

/** Leases messages; needs `leaseSetting` as the CTE `setting`. @param which a condition on `l` */
export function leasing(worker: string, which: SQL): SQL {
  return sql`
    update email_log l
    set leased_by = ${worker}, leased_until = now() + make_interval(secs => ${leaseSeconds}), attempts = l.attempts + 1,
      departed_at = case when not (select simulation from setting) then now() end, waits_for_mailbox = false
    where ${which}
    returning l.id, l.recipient_email, l.recipient_name, l.subject, l.content, l.variables, l.campaign_id, l.lane, l.attempts, l.created_at,
      l.purpose, l.recipient_hash, l.email_type, l.template_id is not null or l.lane in ('confirmation', 'link') as automatic,
      (select simulation from setting) as simulated, (select version from setting) as settings_version`;
}

/** In simulation, marks every due direct message as sent at once, and skips those that `mail_permission` does not allow. */
export async function simulateDirect(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      select id from campaigns
      where id in (
        select campaign_id from email_log
        where status = 'pending' and leased_by is null and lane <> 'campaign' and (next_attempt_at is null or next_attempt_at <= now())
      )
      order by id for no key update`);
    await tx.execute(sql`
      with due as materialized (
        select id, allowed
        from email_log cross join lateral mail_permission(recipient_hash, lane, purpose)
        where status = 'pending' and leased_by is null and lane <> 'campaign'
          and (next_attempt_at is null or next_attempt_at <= now())
          and (select coalesce(bool_and(simulation_mode), true) from email_settings)
          and (not exists (select from mail_hold) or lane = 'link' and created_at >= (select since from mail_hold))
        for update of email_log skip locked
      ),
      skipped as (
        update email_log
        set ${skipping}
        where id in (select id from due where not allowed)
        returning campaign_id
      ),
      simulated as (
        update email_log
        set status = 'sent', sent_at = now(), error_message = ${emailMessages.simulated}, next_attempt_at = null, attempts = attempts + 1
        where id in (select id from due where allowed)
        returning campaign_id
      )
      update campaigns c
      set sent = c.sent + ended.sent, skipped = c.skipped + ended.skipped
      from (
        select campaign_id, sum(sent)::int as sent, sum(skipped)::int as skipped
        from (
          select campaign_id, 1 as sent, 0 as skipped from simulated union all select campaign_id, 0, 1 from skipped
        ) as message
        group by campaign_id
      ) as ended
      where c.id = ended.campaign_id`);
  });
}

/**
 * Leases the oldest pending message for which there is capacity, also one that waits for a retry. Does not lease a message that is
 * delayed before its first attempt, because its decision can still be undone. In simulation leases no message of a campaign: a campaign
 * that sends really pauses then.
 * @param except ids of messages that were just tried
 */
export function leaseOldest(db: Db, worker: string, except: string[]): Promise<LeasedMessage | null> {
  const tried = sql`${textArray(except)}::uuid[]`;
  return db.transaction(async (tx) => {
    const [picked] = await rows(
      tx,
      idSchema,
      sql`
      with open_lane as materialized (
        select lane from unnest('{link,direct,campaign}'::text[]) as lane where mail_room(lane, 1) > 0
      ),
      confirmation as materialized (select id from next_confirmations(1, true, ${tried}) as id)
      select l.id
      from email_log l cross join lateral mail_permission(l.recipient_hash, l.lane, l.purpose)
      where l.status = 'pending' and l.leased_by is null
        and (
          l.lane <> 'campaign'
          or exists (select from campaigns where id = l.campaign_id and status = 'running' and not simulated)
            and not (select coalesce(bool_and(simulation_mode), true) from email_settings)
        )
        and (l.attempts > 0 or l.next_attempt_at is null or l.next_attempt_at <= now())
        and l.id <> all(${tried})
        and (l.lane in (select lane from open_lane) or l.id in (select id from confirmation))
        and allowed
        and (not exists (select from mail_hold) or l.lane = 'link' and l.created_at >= (select since from mail_hold))
      order by l.created_at, l.id limit 1 for update of l skip locked`,
    );
    return picked ? lease(tx, worker, picked.id) : null;
  });
}

/** Leases a message if it is pending, may be sent and there is capacity; null otherwise, also when another worker holds it. */
export function leaseMessage(db: Db, worker: string, id: string): Promise<LeasedMessage | null> {
  return db.transaction(async (tx) => {
    const [picked] = await rows(
      tx,
      idSchema,
      sql`
      select id from email_log cross join lateral mail_permission(recipient_hash, lane, purpose)
      where id = ${id} and status = 'pending' and leased_by is null and allowed
        and (not exists (select from mail_hold) or lane = 'link' and created_at >= (select since from mail_hold))
      limit mail_room((select lane from email_log where id = ${id}), 1) for update of email_log skip locked`,
    );
    return picked ? lease(tx, worker, picked.id) : null;
  });
}

/** @param tx has locked the message */
async function lease(tx: Db, worker: string, id: string): Promise<LeasedMessage | null> {
  const isFree = sql`l.id = ${id} and l.status = 'pending' and l.leased_by is null`;
  const [message] = await rows(
    tx,
    leasedMessageSchema,
    sql`with setting as materialized (${leaseSetting}) ${leasing(worker, isFree)}`,
  );
  return message ?? null;
}

/** Finds the lane of a pending message without a lease; null for any other message. */
export async function findUnsentLane(db: Db, id: string): Promise<EmailLane | null> {
  const [message] = await rows(
    db,
    laneSchema,
    sql`
    select lane from email_log where id = ${id} and status = 'pending' and leased_by is null`,
  );
  return message?.lane ?? null;
}

/** Fails a pending message without a lease. */
export async function failUnsent(db: Db, id: string, reason: string): Promise<void> {
  await db.execute(sql`
    update email_log set status = 'failed', failed_at = now(), error_message = ${reason}, next_attempt_at = null
    where id = ${id} and status = 'pending' and leased_by is null`);
}

/** Extends the leases of these workers. */
export async function renewLeases(db: Db, workers: string[]): Promise<void> {
  await db.execute(sql`
    update email_log set leased_until = now() + make_interval(secs => ${leaseSeconds})
    where leased_by = any(${textArray(workers)}::text[])`);
}

/** The messages that any instance is sending now. */
export async function findLeased(db: Db): Promise<string[]> {
  const leased = await rows(
    db,
    idSchema,
    sql`
    select id from email_log where leased_by is not null and leased_until > now()`,
  );
  return leased.map(({ id }) => id);
}

/** Whether a worker still holds a lease on one of these messages. */
export async function isAnyLeased(db: Db, ids: string[]): Promise<boolean> {
  const { leased } = await onlyRow(
    db,
    z.object({ leased: z.boolean() }),
    sql`
    select exists (
      select 1 from email_log
      where leased_by is not null and leased_until > now() and id = any(${textArray(ids)}::uuid[])
    ) as leased`,
  );
  return leased;
}

/**
 * Fails messages whose worker died while it sent them. They may have left, so only an admin can send them again.
 * @param everyone includes leases that have not expired; for the start of the only process
 */
export async function markInterrupted(db: Db, { everyone }: { everyone: boolean }): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`
      select id from campaigns
      where id in (
        select campaign_id from email_log
        where status = 'pending' and leased_by is not null and (${everyone} or leased_until < now())
      )
      order by id for no key update`);
    const { count } = await onlyRow(
      tx,
      z.object({ count: z.number() }),
      sql`
      with marked as (
        update email_log
        set status = 'failed', failed_at = now(), error_message = ${emailMessages.interrupted},
          departed_at = case when departed_at is not null then least(now(), leased_until) end,
          leased_by = null, leased_until = null
        where id in (
          select id from email_log
          where status = 'pending' and leased_by is not null and (${everyone} or leased_until < now())
          for update skip locked
        )
        returning campaign_id
      ),
      counted as (
        update campaigns c set failed = c.failed + ended.count
        from (select campaign_id, count(*)::int as count from marked group by campaign_id) as ended
        where c.id = ended.campaign_id
      )
      select count(*)::int as count from marked`,
    );
    return count;
  });
}
