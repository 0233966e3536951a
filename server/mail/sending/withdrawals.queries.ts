import { sql } from "drizzle-orm";
import { z } from "zod";
import { emailMessages, skippedMessages } from "#contract/email.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow, textArray } from "#server/lib/database/sql.ts";
import { skipping, skippingBecause } from "./leases.queries.ts";

/** Delays the messages of a bulk decision. */
export async function delayBulkMails(
  db: Db,
  bulkId: string,
  { delaySeconds }: { delaySeconds: number },
): Promise<void> {
  await db.execute(sql`
    update email_log set next_attempt_at = now() + make_interval(secs => ${delaySeconds})
    where status = 'pending' and leased_by is null and campaign_id is null and variables ->> 'bulkId' = ${bulkId}`);
}

/** Delays the messages about these decisions. */
export async function delayDecisionMails(
  db: Db,
  signupIds: string[],
  { delaySeconds }: { delaySeconds: number },
): Promise<void> {
  await db.execute(sql`
    update email_log set next_attempt_at = now() + make_interval(secs => ${delaySeconds})
    where status = 'pending' and leased_by is null and campaign_id is null
      and variables ->> 'signupId' = any(${textArray(signupIds)}::text[])
      and template_id in (select id from email_templates where event in ('approved', 'rejected'))`);
}

/** Deletes the waiting messages about these decisions. */
export async function deleteDecisionMails(db: Db, signupIds: string[]): Promise<void> {
  await db.execute(sql`
    delete from email_log
    where status = 'pending' and leased_by is null and campaign_id is null
      and variables ->> 'signupId' = any(${textArray(signupIds)}::text[])
      and template_id in (select id from email_templates where event in ('approved', 'rejected'))`);
}

/**
 * Deletes the waiting messages of deleted sign-ups. A person who is still signed up in the other audience keeps the messages that are not
 * about the deleted sign-up.
 * @param keepDecisions true: keeps the messages about decisions, because only the address changed
 */
export async function deleteWaitingMails(
  tx: Db,
  signups: { id: string; email: string }[],
  { keepDecisions = false } = {},
): Promise<void> {
  const ids = sql`${textArray(signups.map(({ id }) => id))}::text[]`;
  const emails = sql`${textArray(signups.map(({ email }) => email.toLowerCase()))}::text[]`;
  await tx.execute(sql`
    select id from campaigns
    where id in (
      select campaign_id from email_log
      where status = 'pending' and leased_by is null and (
        variables ->> 'signupId' = any(${ids})
        or lower(recipient_email) in (select email from unnest(${emails}) as email where not is_signed_up(email))
      )
    )
    order by id for no key update`);
  await tx.execute(sql`
    with deleted as (
      delete from email_log
      where status = 'pending' and leased_by is null and (
        variables ->> 'signupId' = any(${ids})
        or lower(recipient_email) in (select email from unnest(${emails}) as email where not is_signed_up(email))
      ) and (not ${keepDecisions} or campaign_id is not null or template_id is null
        or template_id not in (select id from email_templates where event in ('approved', 'rejected')))
      returning campaign_id
    )
    update campaigns c set total = c.total - gone.count
    from (select campaign_id, count(*)::int as count from deleted group by campaign_id) as gone
    where c.id = gone.campaign_id`);
}

/** Sends the waiting messages about a sign-up to its new address. Deletes its confirmation. */
export async function readdressWaitingMails(
  tx: Db,
  { id, email, emailHash }: { id: string; email: string; emailHash: string },
): Promise<void> {
  await tx.execute(sql`
    delete from email_log
    where status = 'pending' and leased_by is null and lane = 'confirmation' and variables ->> 'signupId' = ${id}`);
  await tx.execute(sql`
    update email_log set recipient_email = ${email}, recipient_hash = ${emailHash}
    where status = 'pending' and leased_by is null and lane = 'direct' and campaign_id is null and variables ->> 'signupId' = ${id}`);
}

const departuresSchema = z.object({ inFlight: z.array(z.string()), departed: z.boolean() });

/**
 * Deletes those of the given messages that wait. @param ids messages without a campaign
 * @returns `inFlight`: the messages that a worker is sending now. `departed`: whether one has left, or may have left
 */
export async function deleteWaitingMessages(
  tx: Db,
  ids: string[],
): Promise<z.output<typeof departuresSchema>> {
  const given = sql`${textArray(ids)}::uuid[]`;
  await tx.execute(sql`
    delete from email_log where id = any(${given}) and status = 'pending' and leased_by is null and departed_at is null`);
  return onlyRow(
    tx,
    departuresSchema,
    sql`
    select coalesce(json_agg(id) filter (where leased_by is not null), '[]') as "inFlight",
      coalesce(bool_or(departed_at is not null or leased_by is not null), false) as departed
    from email_log where id = any(${given})`,
  );
}

/**
 * Cancels the waiting messages of a campaign. A message in flight is recorded when it ends, and cancelled if it would be pending again.
 * @param tx has locked the campaign, so that a worker has either committed before or finds the campaign cancelled
 * @returns the number of cancelled messages
 */
export async function cancelCampaignMessages(tx: Db, campaignId: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update email_log set status = 'cancelled', error_message = ${emailMessages.cancelled}, next_attempt_at = null
    where campaign_id = ${campaignId} and lane = 'campaign' and status = 'pending' and leased_by is null`);
  return rowCount ?? 0;
}

/** Marks every message of a simulated campaign as sent in simulation; nothing leaves. @returns their number */
export async function simulateCampaignMessages(tx: Db, campaignId: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update email_log set status = 'sent', sent_at = now(), error_message = ${emailMessages.simulated}
    where campaign_id = ${campaignId} and status = 'pending'`);
  return rowCount ?? 0;
}

/** Whether a message of a campaign waits or is under way. */
export async function hasPendingMessages(db: Db, campaignId: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select 1 from email_log where campaign_id = ${campaignId} and status = 'pending' limit 1`);
  return (rowCount ?? 0) > 0;
}

/** Skips waiting news and requests to confirm for these addresses, and counts them in their campaigns. Messages in flight still leave. */
export async function skipWaitingNews(tx: Db, ...emailHashes: string[]): Promise<void> {
  const hashes = sql`${textArray(emailHashes)}::text[]`;
  await tx.execute(sql`
    select id from campaigns
    where id in (
      select campaign_id from email_log
      where recipient_hash = any(${hashes}) and recipient_hash <> '' and purpose <> 'service' and status = 'pending' and leased_by is null
    )
    order by id for no key update`);
  await tx.execute(sql`
    with skipped as (
      update email_log
      set ${skipping}
      where recipient_hash = any(${hashes}) and recipient_hash <> '' and purpose <> 'service' and status = 'pending' and leased_by is null
      returning campaign_id
    )
    update campaigns c set skipped = c.skipped + ended.count
    from (select campaign_id, count(*)::int as count from skipped group by campaign_id) as ended
    where c.id = ended.campaign_id`);
}

/** Skips the waiting messages about these limited sign-ups. */
export async function skipWaitingMails(tx: Db, signupIds: string[]): Promise<void> {
  await tx.execute(sql`
    update email_log
    set ${skippingBecause(sql`${skippedMessages.limited}`)}
    where status = 'pending' and leased_by is null and campaign_id is null
      and variables ->> 'signupId' = any(${textArray(signupIds)}::text[])`);
}

/** Skips a waiting message that `mail_permission` does not allow. @returns the reason; null when it is allowed or does not wait */
export async function skipBlocked(db: Db, id: string): Promise<string | null> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`
      select id from campaigns where id = (select campaign_id from email_log where id = ${id}) for no key update`);
    const { reason } = await onlyRow(
      tx,
      z.object({ reason: z.string().nullable() }),
      sql`
      with skipped as (
        update email_log
        set ${skipping}
        where id = ${id} and status = 'pending' and leased_by is null
          and not (select allowed from mail_permission(email_log.recipient_hash, email_log.lane, email_log.purpose))
        returning campaign_id, error_message
      ),
      counted as (
        update campaigns c set skipped = c.skipped + 1 from skipped where c.id = skipped.campaign_id
      )
      select (select error_message from skipped) as reason`,
    );
    return reason;
  });
}

/**
 * Skips the waiting messages of a campaign that `mail_permission` does not allow, before a simulation counts the others as sent.
 * @param tx has locked the campaign. @returns the number of skipped messages
 */
export async function skipBlockedOf(tx: Db, campaignId: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update email_log
    set ${skipping}
    where campaign_id = ${campaignId} and status = 'pending'
      and not (select allowed from mail_permission(email_log.recipient_hash, email_log.lane, email_log.purpose))`);
  return rowCount ?? 0;
}
