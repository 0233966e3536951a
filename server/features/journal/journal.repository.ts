import { and, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { JournalQuery } from "#contract/journal.schema.ts";
import { journalEntries } from "#db/schema/journal.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { JournalRecord } from "./journal.service.ts";

export async function insertEntry(db: Db, entry: Required<JournalRecord>): Promise<void> {
  await db.insert(journalEntries).values(entry);
}

/** Entries older than the cursor, newest first. */
export async function findEntries(db: Db, query: JournalQuery, limit: number) {
  return db
    .select()
    .from(journalEntries)
    .where(and(...conditions(query)))
    .orderBy(desc(journalEntries.id))
    .limit(limit);
}

function conditions({ action, actor, from, to, before }: JournalQuery): SQL[] {
  const found: SQL[] = [];
  if (action) found.push(eq(journalEntries.action, action));
  if (actor) found.push(eq(journalEntries.actor, actor.toLowerCase()));
  if (from) found.push(gte(journalEntries.at, startOfDay(from, 0)));
  if (to) found.push(lt(journalEntries.at, startOfDay(to, 1)));
  if (before) found.push(lt(journalEntries.id, before));
  return found;
}

function startOfDay(day: string, daysLater: number): SQL {
  return sql`((${day}::date + ${daysLater}::int)::timestamp at time zone 'Europe/Paris')`;
}
