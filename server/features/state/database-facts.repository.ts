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

/** What the server says of itself; needs none of our tables. */
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

const stampSchema = z.object({ newest: z.number().nullable() });

/** When the newest migration that the database has was made, in milliseconds; 0 when it has none. */
export async function findStamp(db: Db): Promise<number> {
  const { newest } = await onlyRow(
    db,
    stampSchema,
    sql`select max(created_at)::float8 as newest from drizzle.__drizzle_migrations`,
  );
  return newest ?? 0;
}
