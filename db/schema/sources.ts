import { sql } from "drizzle-orm";
import { date, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";

/** Where visits and sign-ups come from. The SQL function `source_id` finds a row or adds it, a bounded number per day. */
export const sources = pgTable(
  "sources",
  {
    id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
    source: text("source").notNull(),
    /** Empty where nothing named it, as is the campaign. */
    medium: text("medium").notNull(),
    campaign: text("campaign").notNull(),
    /** In Europe/Paris. */
    createdOn: date("created_on").notNull().default(sql`(now() at time zone 'Europe/Paris')::date`),
  },
  (table) => [
    uniqueIndex("sources_key").on(table.source, table.medium, table.campaign),
    index("sources_created").on(table.createdOn),
  ],
);
