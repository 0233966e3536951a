import { sql } from "drizzle-orm";
import { z } from "zod";
import { emailLanes } from "#contract/email.ts";
import { waitingInCampaigns } from "#server/features/mailing/campaigns/campaigns.statement.ts";
import type { Db } from "#server/lib/database/database.ts";
import { rows } from "#server/lib/database/rows.ts";

/** How many messages of a lane wait. `forMailbox`: confirmations among them whose mailbox got another one within 24 hours. */
const waitingSchema = z.object({ lane: z.enum(emailLanes), count: z.number(), forMailbox: z.number() });

/**
 * Lanes without a waiting message are left out. Each part is read from the index of what waits in it; those of campaigns are
 * counted by the campaigns themselves.
 */
export async function countWaiting(db: Db): Promise<z.output<typeof waitingSchema>[]> {
  return rows(
    db,
    waitingSchema,
    sql`
    select lane, count(*)::int as count, (count(*) filter (where waits_for_mailbox))::int as "forMailbox"
    from email_log where status = 'pending' and lane in ('direct', 'link') group by lane
    union all
    select lane, count(*)::int, (count(*) filter (where waits_for_mailbox))::int
    from email_log where status = 'pending' and lane = 'confirmation' group by lane
    union all
    select 'campaign', count, 0 from (${waitingInCampaigns}) as campaigns
    order by lane`,
  );
}
