import { sql } from "drizzle-orm";
import { z } from "zod";
import { textArray } from "#server/lib/database/array-literal.ts";
import type { Db } from "#server/lib/database/database.ts";
import { rows } from "#server/lib/database/rows.ts";
import { type LogEntry, logColumns, logEntrySchema } from "./log.queries.ts";

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

/** The addresses behind these hashes, as far as the log still holds them. */
export function findEmails(db: Db, emailHashes: string[]) {
  return rows(
    db,
    z.object({ emailHash: z.string(), email: z.string() }),
    sql`
    select distinct on (recipient_hash) recipient_hash as "emailHash", recipient_email as email from email_log
    where recipient_hash = any(${textArray(emailHashes)}::text[]) and recipient_hash <> '' and recipient_email <> ''`,
  );
}
