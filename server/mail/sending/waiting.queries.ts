import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { emailLanes } from "#contract/email.ts";
import type { Db } from "#server/lib/database/database.ts";
import { rows } from "#server/lib/database/rows.ts";
import { waitingInCampaigns } from "./campaigns.statement.ts";

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

const queuedSchema = z.object({ lane: z.enum(emailLanes), count: z.number(), oldestSeconds: z.number() });

/**
 * What waits in each lane and since when the oldest of it could have left: what is put off to a later moment does not count as
 * old. Of campaigns, the running ones and since when they run.
 */
export async function findQueued(db: Db): Promise<z.output<typeof queuedSchema>[]> {
  const dueSince = sql`extract(epoch from now() - min(greatest(created_at, next_attempt_at)))`;
  const queued = (lanes: SQL) => sql`
    select lane, count(*)::int as count, greatest(${dueSince}, 0)::float8 as "oldestSeconds"
    from email_log where status = 'pending' and ${lanes} group by lane`;
  return rows(
    db,
    queuedSchema,
    sql`${queued(sql`lane in ('direct', 'link')`)} union all ${queued(sql`lane = 'confirmation'`)}
    union all
    select 'campaign', count, greatest(extract(epoch from now() - since), 0)::float8 from (${waitingInCampaigns}) as campaigns`,
  );
}
