import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/rows.ts";

const factsSchema = z.object({
  version: z.number(),
  bytes: z.number(),
  /** In milliseconds since 1970. */
  at: z.number(),
});

/** The database server's facts; needs none of our tables. */
export function findDatabaseFacts(db: Db): Promise<z.output<typeof factsSchema>> {
  return onlyRow(
    db,
    factsSchema,
    sql`
    select current_setting('server_version_num')::int as version,
      pg_database_size(current_database())::float8 as bytes,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as at`,
  );
}
