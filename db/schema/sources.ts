import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import type { Audience } from "#contract/audience.ts";
import type { PassageStep } from "#contract/sources.ts";

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

/** Counts of what visits do before a sign-up: nothing here is about a person. */
export const passages = pgTable(
  "passages",
  {
    /** In Europe/Paris. */
    day: date("day").notNull(),
    step: text("step").$type<PassageStep>().notNull(),
    /** Null for a page that addresses both. */
    audience: text("audience").$type<Audience>(),
    sourceId: integer("source_id")
      .notNull()
      .references(() => sources.id),
    count: integer("count").notNull(),
  },
  (table) => [
    unique("passages_key").on(table.day, table.step, table.audience, table.sourceId).nullsNotDistinct(),
    check("passages_step_check", sql`${table.step} in ('view', 'open', 'start')`),
    check("passages_audience_check", sql`${table.audience} in ('user', 'brand')`),
  ],
);
