import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#server/lib/database/database.ts";
import { rows } from "#server/lib/database/rows.ts";

const countedSchema = z.object({ at: z.coerce.date(), sent: z.number(), failed: z.number() });

/** A failure from before it was noted when counts at the time of its message. */
export function countResults(db: Db, campaignId: string, step: "hour" | "day") {
  return rows(
    db,
    countedSchema,
    sql`
    select date_trunc(${step}, coalesce(sent_at, failed_at, created_at), 'Europe/Paris') as at,
      (count(*) filter (where status = 'sent'))::int as sent, (count(*) filter (where status = 'failed'))::int as failed
    from email_log where campaign_id = ${campaignId} and status in ('sent', 'failed') group by 1 order by 1`,
  );
}
