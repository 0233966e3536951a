import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { emailMessages } from "#contract/email.ts";
import { textArray } from "#server/lib/database/array-literal.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/rows.ts";
import { decisionTemplates } from "#server/mail/templates/templates.statement.ts";
import { isSignedUp } from "#server/signups/recipients.statement.ts";
import { lockCampaignsOf } from "./campaign-lock.queries.ts";
import { countedInCampaigns } from "./campaigns.statement.ts";
import { countedEnds } from "./results.statement.ts";
import { skippedState } from "./skipped.statement.ts";

/** From now on the messages of a bulk decision wait for so long. */
export async function putOffBulkMails(
  db: Db,
  bulkId: string,
  { delaySeconds }: { delaySeconds: number },
): Promise<void> {
  await db.execute(sql`
    update email_log set next_attempt_at = now() + make_interval(secs => ${delaySeconds})
    where status = 'pending' and leased_by is null and campaign_id is null and variables ->> 'bulkId' = ${bulkId}`);
}

/** Takes back what a decision was about to send. */
export async function deleteDecisionMails(db: Db, signupIds: string[]): Promise<void> {
  await db.execute(sql`
    delete from email_log
    where status = 'pending' and leased_by is null and campaign_id is null
      and variables ->> 'signupId' = any(${textArray(signupIds)}::text[])
      and template_id in (${decisionTemplates})`);
}

/**
 * Removes what still waits for people whose sign-ups are deleted. Somebody who is signed up a second time, as a user and
 * as a brand, keeps what is not about the deleted one.
 */
export async function deleteWaitingMails(tx: Db, signups: { id: string; email: string }[]): Promise<void> {
  const gone = sql`
    select lower(person.email) as email from jsonb_to_recordset(${JSON.stringify(signups)}::jsonb) as person (email text)
    where not ${isSignedUp(sql`lower(person.email)`)}`;
  const theirs = sql`status = 'pending' and leased_by is null
    and (variables ->> 'signupId' = any(${textArray(signups.map(({ id }) => id))}::text[])
      or lower(recipient_email) in (${gone}))`;
  await lockCampaignsOf(tx, theirs);
  await tx.execute(sql`
    with deleted as (delete from email_log where ${theirs} returning campaign_id), ${countedInCampaigns(
      ["total"],
      sql`select campaign_id, -count(*)::int as total from deleted where campaign_id is not null group by 1`,
    )}
    select count(*) from deleted`);
}

/**
 * What waits of a campaign and is in nobody's hands will not be sent any more. Messages under way are recorded as they end, and
 * cancelled when they would wait again.
 * @param tx has locked the campaign: a worker has either committed, and what it put back is seen here, or finds the campaign
 *   cancelled
 * @returns how many were cancelled
 */
export async function cancelCampaignMessages(tx: Db, campaignId: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update email_log set status = 'cancelled', error_message = ${emailMessages.cancelled}, next_attempt_at = null
    where campaign_id = ${campaignId} and lane = 'campaign' and status = 'pending' and leased_by is null`);
  return rowCount ?? 0;
}

/** Marks every message of a simulated campaign as sent in simulation; nothing leaves. @returns how many */
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

/** One look at each message: as a join, an update could not name the table that it changes. */
const isAllowed = sql`(select allowed from mail_permission(email_log.recipient_hash, email_log.lane, email_log.purpose))`;

/** News that wait for these and are in nobody's hands will not be sent. */
export async function skipNewsFor(tx: Db, emailHashes: readonly string[]): Promise<void> {
  const theirs = sql`recipient_hash = any(${textArray(emailHashes)}::text[])`;
  await skip(tx, sql`${theirs} and recipient_hash <> '' and purpose = 'news'`);
}

/** @returns why the message, which waited in nobody's hands, will not be sent; null when it may be, or did not wait */
export async function skipBlocked(db: Db, id: string): Promise<string | null> {
  const [reason] = await db.transaction((tx) => skip(tx, sql`id = ${id} and not ${isAllowed}`));
  return reason ?? null;
}

/**
 * All messages of a campaign at once: before a simulation counts the rest as sent.
 * @param tx has locked the campaign. @returns how many
 */
export async function skipBlockedOf(tx: Db, campaignId: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update email_log set ${skippedState}
    where campaign_id = ${campaignId} and status = 'pending' and not ${isAllowed}`);
  return rowCount ?? 0;
}

async function skip(tx: Db, messages: SQL): Promise<string[]> {
  const waiting = sql`${messages} and status = 'pending' and leased_by is null`;
  await lockCampaignsOf(tx, waiting);
  const { reasons } = await onlyRow(
    tx,
    z.object({ reasons: z.array(z.string()) }),
    sql`
    with skipped as (update email_log set ${skippedState} where ${waiting} returning campaign_id, error_message),
    ${countedEnds([sql`select campaign_id, 'skipped' as status, 0 as was_failed from skipped`])}
    select coalesce(array_agg(distinct error_message), '{}') as reasons from skipped`,
  );
  return reasons;
}
