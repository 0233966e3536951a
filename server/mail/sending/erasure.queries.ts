import { sql } from "drizzle-orm";
import { skippedMessages } from "#contract/email.ts";
import { textArray } from "#server/lib/database/array-literal.ts";
import type { Db } from "#server/lib/database/database.ts";
import { lockCampaignsOf } from "./campaign-lock.queries.ts";
import { countedInCampaigns } from "./campaigns.statement.ts";
import { forgotten } from "./erasure.statement.ts";

/**
 * Forgets who messages were for: what waits is not sent, what left keeps its kind, its end and its dates. A message that is
 * being sent right now is forgotten as it ends.
 */
export async function eraseRecipients(tx: Db, emailHashes: string[]): Promise<void> {
  const theirs = sql`recipient_hash = any(${textArray(emailHashes)}::text[])`;
  await lockCampaignsOf(tx, sql`${theirs} and status = 'pending'`);
  await tx.execute(sql`
    delete from email_log where ${theirs} and status = 'pending' and leased_by is null and campaign_id is null`);
  await tx.execute(sql`
    with erased as (
      update email_log l
      set ${forgotten(sql`l.leased_by is null`)}, erased_at = now(),
        status = case when l.status = 'pending' and l.leased_by is null then 'skipped' else l.status end,
        error_message = case when l.status = 'pending' and l.leased_by is null then ${skippedMessages.erased} end,
        next_attempt_at = case when l.leased_by is not null then l.next_attempt_at end
      from email_log old
      where old.id = l.id and l.${theirs}
      returning l.campaign_id, l.status = 'skipped' and old.status = 'pending' as is_new
    ), ${countedInCampaigns(
      ["skipped"],
      sql`select campaign_id, count(*)::int as skipped from erased where is_new and campaign_id is not null group by 1`,
    )}
    select count(*) from erased`);
}
