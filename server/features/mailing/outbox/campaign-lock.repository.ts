import { type SQL, sql } from "drizzle-orm";
import { lockedCampaigns } from "#server/features/mailing/campaigns/campaigns.statement.ts";
import type { Db } from "#server/lib/database/database.ts";

/**
 * Locks the campaigns of some messages until the transaction ends; it comes before any change of these messages.
 * @param messages a condition on `email_log`
 */
export async function lockCampaignsOf(tx: Db, messages: SQL): Promise<void> {
  const ids = sql`select campaign_id from email_log where ${messages}`;
  await tx.execute(sql`with ${lockedCampaigns(ids)} select count(*) from campaign`);
}
