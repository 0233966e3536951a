import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#server/lib/database/database.ts";
import { rows } from "#server/lib/database/sql.ts";

const countedSchema = z.object({ at: z.coerce.date(), sent: z.number(), failed: z.number() });

export type FigureStep = "hour" | "day";

/**
 * Counts sent and failed messages of a campaign, per hour or day in Europe/Paris. A failure without a date, from before `failed_at`
 * existed, counts at the date of its message.
 */
export function countResults(db: Db, campaignId: string, step: FigureStep) {
  return rows(
    db,
    countedSchema,
    sql`
    select date_trunc(${step}, coalesce(sent_at, failed_at, created_at), 'Europe/Paris') as at,
      (count(*) filter (where status = 'sent'))::int as sent, (count(*) filter (where status = 'failed'))::int as failed
    from email_log where campaign_id = ${campaignId} and status in ('sent', 'failed') group by 1 order by 1`,
  );
}

/**
 * Counts bounces, unsubscriptions and complaints of a campaign, per hour or day in Europe/Paris. Several bounces of one message count once,
 * at the first. A message that was refused in the SMTP dialogue counts as failed, not as bounced. Unsigned reports do not count.
 */
export function countEvents(db: Db, campaignId: string, step: FigureStep) {
  return rows(
    db,
    z.object({ at: z.coerce.date(), bounced: z.number(), unsubscribed: z.number(), complained: z.number() }),
    sql`
    select date_trunc(${step}, at, 'Europe/Paris') as at,
      (count(*) filter (where is_bounce and place = 1))::int as bounced,
      (count(*) filter (where kind = 'unsubscribed'))::int as unsubscribed,
      (count(*) filter (where kind = 'complaint'))::int as complained
    from (
      select at, kind, source, is_bounce,
        row_number() over (partition by is_bounce, coalesce(log_id::text, id::text) order by id) as place
      from email_events cross join lateral (select kind in ('hard', 'soft', 'blocked') as is_bounce) as judgement
      where campaign_id = ${campaignId} and dedupe_key not like 'unsigned:%'
    ) as event
    where source <> 'smtp'
    group by 1 order by 1`,
  );
}
