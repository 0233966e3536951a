import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/rows.ts";
import { nothingIsHeld } from "./hold.statement.ts";

const outcomesSchema = z.object({
  sent: z.number(),
  failed: z.number(),
  overdueMs: z.number().nullable(),
  isHeld: z.boolean(),
});

/** No message is tried for longer. */
const longestLife = sql`interval '4 days'`;

/**
 * What became of the messages of the last 24 hours, and for how long the direct message has been due that is due longest. Each
 * part is read from an index.
 * @property isHeld whether nothing may leave since a restore
 */
export function findRecentOutcomes(db: Db, now: Date): Promise<z.output<typeof outcomesSchema>> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const yesterday = sql`${at} - interval '24 hours'`;
  return onlyRow(
    db,
    outcomesSchema,
    sql`
    select
      (select count(*)::int from email_log where departed_at > ${yesterday} and status = 'sent') as sent,
      (select count(*)::int from email_log
        where status = 'failed' and created_at > ${at} - ${longestLife} and failed_at > ${yesterday}) as failed,
      (select (extract(epoch from ${at} - min(coalesce(next_attempt_at, created_at))) * 1000)::float8 from email_log
        where status = 'pending' and lane in ('direct', 'link') and leased_by is null
          and coalesce(next_attempt_at, created_at) <= ${at}) as "overdueMs",
      not ${nothingIsHeld} as "isHeld"`,
  );
}
