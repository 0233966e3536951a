import { and, asc, desc, eq, getTableColumns, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { JournalQuery } from "#contract/journal.schema.ts";
import type { JournalAction } from "#contract/journal.ts";
import type { JournalDetails } from "#contract/journal-details.ts";
import { journalEntries } from "#db/schema/journal.ts";
import type { Db } from "#server/lib/database/database.ts";
import { textArray } from "#server/lib/database/sql.ts";

export type JournalRecord = {
  /** The admin's e-mail, or "system". */
  actor: string;
  action: JournalAction;
  /** The id of the changed subject; never a visitor's name or address. */
  subject?: string | null;
  details?: JournalDetails;
};

const hourMs = 60 * 60 * 1000;

export async function insertEntry(db: Db, entry: Required<JournalRecord>): Promise<void> {
  await db.insert(journalEntries).values(entry);
}

/** Adds one to the entry of this hour. It is one statement, so that parallel calls are all counted. */
export async function incrementHourlyEntry(
  db: Db,
  { actor, action, now }: { actor: string; action: string; now: Date },
): Promise<void> {
  const countedHour = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
  await db
    .insert(journalEntries)
    .values({ actor, action, countedHour, details: { count: 1 } })
    .onConflictDoUpdate({
      target: [journalEntries.action, journalEntries.countedHour],
      set: {
        details: sql`jsonb_set(${journalEntries.details}, '{count}', to_jsonb((${journalEntries.details}->>'count')::int + 1))`,
      },
    });
}

export async function findLastEntry(
  db: Db,
  { action, subject }: { action: JournalAction | readonly JournalAction[]; subject: string | null },
): Promise<{ actor: string } | null> {
  const [entry] = await db
    .select({ actor: journalEntries.actor })
    .from(journalEntries)
    .where(
      and(
        inArray(journalEntries.action, [action].flat()),
        sql`${journalEntries.subject} is not distinct from ${subject}`,
      ),
    )
    .orderBy(desc(journalEntries.id))
    .limit(1);
  return entry ?? null;
}

/** Removes addresses from details, except addresses of current administrators. */
export async function anonymizeAddresses(db: Db, emailHashes: string[]): Promise<void> {
  await db.execute(sql`
    update journal_entries set details = details - 'email'
    where details ? 'email' and address_hash(details ->> 'email') = any(${textArray(emailHashes)}::text[])
      and not is_admin_address(details ->> 'email')`);
}

/** Deletes the oldest entries before a date. @returns how many */
export async function deleteEntriesBefore(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const oldest = db
    .select({ id: journalEntries.id })
    .from(journalEntries)
    .where(lt(journalEntries.at, before))
    .orderBy(journalEntries.at)
    .limit(limit);
  const { rowCount } = await db.delete(journalEntries).where(inArray(journalEntries.id, oldest));
  return rowCount ?? 0;
}

/** The newest entry of any of these actions. */
export async function findLastDetails(db: Db, actions: JournalAction[]) {
  const [entry] = await db
    .select({ action: journalEntries.action, details: journalEntries.details })
    .from(journalEntries)
    .where(inArray(journalEntries.action, actions))
    .orderBy(desc(journalEntries.id))
    .limit(1);
  return entry ?? null;
}

/** The oldest entry of any of these actions. */
export async function findFirstEntry(db: Db, actions: JournalAction[]): Promise<{ at: Date } | null> {
  const [entry] = await db
    .select({ at: journalEntries.at })
    .from(journalEntries)
    .where(inArray(journalEntries.action, actions))
    .orderBy(asc(journalEntries.at))
    .limit(1);
  return entry ?? null;
}

/** Entries older than the cursor, newest first. */
export async function findEntries(db: Db, query: JournalQuery, limit: number) {
  const { countedHour: _, ...shown } = getTableColumns(journalEntries);
  return db
    .select(shown)
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
