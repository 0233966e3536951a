import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/lib/database/database.ts";

/**
 * Locks the campaigns of some messages until the transaction ends. Whatever changes rows of the log that a campaign counts
 * takes the campaign's row first, several in the order of their ids, and the log's rows after it: a cancellation, the worker's
 * turn and a deletion that meet wait for each other in line and never in a circle.
 * @param messages a condition on `email_log`
 */
export async function lockCampaignsOf(tx: Db, messages: SQL): Promise<void> {
  await tx.execute(sql`
    select id from campaigns where id in (select campaign_id from email_log where ${messages})
    order by id for no key update`);
}
