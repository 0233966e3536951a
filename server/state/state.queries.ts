import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/sql.ts";

const factsSchema = z.object({
  version: z.number(),
  bytes: z.number(),
  /** In milliseconds since 1970. */
  at: z.number(),
});

/** Reads properties of the database server, without our tables. */
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

/**
 * Tests in one round trip if a sign-up could be stored, without leaving a trace. Flushes the write-ahead log (with a message that
 * no query reads) and allocates a page on the disk (in a temporary table, emptied at the commit; a table with free space would
 * hide a full disk). Fails on a read-only standby, in a read-only session and on a full disk.
 */
export async function proveWritable(db: Db): Promise<void> {
  await db.execute(sql`
    create temporary table if not exists write_proof (at timestamptz) on commit delete rows;
    insert into write_proof values (now());
    select pg_logical_emit_message(true, 'tenue', 'ready')`);
}
