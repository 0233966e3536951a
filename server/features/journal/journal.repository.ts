import { journalEntries } from "#db/schema/journal.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { JournalRecord } from "./journal.service.ts";

export async function insertEntry(db: Db, entry: Required<JournalRecord>): Promise<void> {
  await db.insert(journalEntries).values(entry);
}
