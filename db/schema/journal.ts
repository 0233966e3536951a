import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { preciseTime, time } from "./columns.ts";

/** Who did what and when. Holds no personal data of visitors: a subject is named by its id and kind only. */
export const journalEntries = pgTable(
  "journal_entries",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: time("at").notNull().defaultNow(),
    /** The admin's e-mail at that time, or "system". Kept when the account is deleted. */
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    subject: text("subject"),
    /** The hour in which the entry counts events (`details.count`); null for an entry about a single event. */
    countedHour: preciseTime("counted_hour"),
    details: jsonb("details").$type<Record<string, string | number | boolean | null>>().notNull().default({}),
  },
  (table) => [
    index("journal_entries_at").on(table.at, table.id),
    index("journal_entries_action_at").on(table.action, table.at),
    // For the few entries that name a person.
    index("journal_entries_named").on(table.id).where(sql`details ? 'email'`),
    uniqueIndex("journal_entries_counted").on(table.action, table.countedHour),
    index("journal_entries_actor_at").on(table.actor, table.at),
  ],
);
