import { type SQL, sql } from "drizzle-orm";
import { textArray } from "#server/lib/database/array-literal.ts";
import type { Db } from "#server/lib/database/database.ts";
import { lockedCampaigns } from "./campaigns.statement.ts";

/**
 * Locks the campaigns of some messages until the transaction ends; it comes before any change of these messages.
 * @param messages a condition on `email_log`
 * @param others campaigns that are locked with them
 */
export async function lockCampaignsOf(tx: Db, messages: SQL, others: readonly string[] = []): Promise<void> {
  const theirs = sql`select campaign_id from email_log where ${messages}`;
  const ids = others.length === 0 ? theirs : sql`${theirs} union select unnest(${textArray(others)}::uuid[])`;
  await tx.execute(sql`with ${lockedCampaigns(ids)} select count(*) from campaign`);
}
