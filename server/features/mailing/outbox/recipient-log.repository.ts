import { sql } from "drizzle-orm";
import type { Db } from "#server/lib/database/database.ts";
import { rows } from "#server/lib/database/rows.ts";
import { type LogEntry, logColumns, logEntrySchema } from "./log.repository.ts";

/** What was written to an address, newest first. */
export function findEntriesTo(db: Db, emailHash: string, limit: number): Promise<LogEntry[]> {
  return rows(
    db,
    logEntrySchema,
    sql`
    select ${logColumns} from email_log where recipient_hash = ${emailHash}
    order by created_at desc, id desc limit ${limit}`,
  );
}
