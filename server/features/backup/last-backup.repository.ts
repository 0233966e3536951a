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

/** Of the newest backup that was made whole, and how many were tried in vain after it. Times in seconds since 1970. */
export function findLastBackup(db: Db): Promise<z.output<typeof lastBackupSchema>> {
  return onlyRow(
    db,
    lastBackupSchema,
    sql`
    with good as (select * from backup_runs where finished_at is not null and error is null)
    select extract(epoch from max(finished_at))::float8 as "madeAt",
      (select bytes from good order by started_at desc limit 1)::float8 as bytes,
      extract(epoch from max(verified_at))::float8 as "verifiedAt",
      (select count(*) from backup_runs where error is not null
        and started_at > coalesce((select max(started_at) from good), '-infinity'))::int as "failedSince"
    from good`,
  );
}
