import { sql } from "drizzle-orm";
import type { Db } from "#server/lib/database/database.ts";

/**
 * Does what storing a sign-up needs, in one round trip, and leaves nothing behind: writes the log to the disk (a message
 * that no query reads) and takes a page of the disk (in a temporary table, which is emptied at the commit; a table that has
 * room would hide a full disk). Fails on a read-only standby, in a session that may not write, and when the disk is full.
 */
export async function proveWritable(db: Db): Promise<void> {
  await db.execute(sql`
    create temporary table if not exists write_proof (at timestamptz) on commit delete rows;
    insert into write_proof values (now());
    select pg_logical_emit_message(true, 'tenue', 'ready')`);
}
