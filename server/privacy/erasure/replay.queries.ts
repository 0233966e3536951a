import { gt, sql } from "drizzle-orm";
import { erasureLog } from "#db/schema/backup.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { LogEntry } from "./erasure-log.queries.ts";

/** Rows of one statement, as far as the number of its values goes. */
const batch = 1_000;

/** Takes lines over from the file under their own numbers, in place of what replaying them noted after `newest`. */
export async function replaceEntries(tx: Db, newest: number, entries: LogEntry[]): Promise<void> {
  await tx.delete(erasureLog).where(gt(erasureLog.id, newest));
  for (let start = 0; start < entries.length; start += batch) {
    await tx
      .insert(erasureLog)
      .overridingSystemValue()
      .values(entries.slice(start, start + batch))
      .onConflictDoNothing();
  }
  await tx.execute(
    sql`select setval(pg_get_serial_sequence('erasure_log', 'id'), greatest(max(id), 1)) from erasure_log`,
  );
}
