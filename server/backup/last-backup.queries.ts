import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/rows.ts";

const lastBackupSchema = z.object({
  madeAt: z.number().nullable(),
  bytes: z.number().nullable(),
  verifiedAt: z.number().nullable(),
  failedSince: z.number(),
});

/**
 * Of the newest backup that was made whole, and how many were tried in vain after it. Times in seconds since 1970.
 * @param until what is dated later is left out
 */
export function findLastBackup(db: Db, until: Date): Promise<z.output<typeof lastBackupSchema>> {
  const limit = sql`${until.toISOString()}::timestamptz`;
  return onlyRow(
    db,
    lastBackupSchema,
    sql`
    with plausible as (select * from backup_runs where greatest(started_at, finished_at) <= ${limit}),
      good as (select * from plausible where finished_at is not null and error is null)
    select extract(epoch from max(finished_at))::float8 as "madeAt",
      (select bytes from good order by started_at desc limit 1)::float8 as bytes,
      extract(epoch from max(verified_at) filter (where verified_at <= ${limit}))::float8 as "verifiedAt",
      (select count(*) from plausible where error is not null
        and started_at > coalesce((select max(started_at) from good), '-infinity'))::int as "failedSince"
    from good`,
  );
}
