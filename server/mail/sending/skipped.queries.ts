import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { textArray } from "#server/lib/database/array-literal.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/rows.ts";
import { lockCampaignsOf } from "./campaign-lock.queries.ts";
import { countedEnds } from "./results.statement.ts";
import { skippedState } from "./skipped.statement.ts";

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
