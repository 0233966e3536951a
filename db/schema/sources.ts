import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import type { Audience } from "#contract/audience.ts";
import type { PassageStep } from "#contract/sources.ts";

/** Where visits and sign-ups come from. The SQL function `source_id` finds a row or adds one, up to a limit per day. */
export const sources = pgTable(
  "sources",
  {
    id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
    source: text("source").notNull(),
    /** Empty when the address named none; the same for `campaign`. */
    medium: text("medium").notNull(),
    campaign: text("campaign").notNull(),
    /** The day in Europe/Paris. */
    createdOn: date("created_on").notNull().default(sql`(now() at time zone 'Europe/Paris')::date`),
  },
  (table) => [
    uniqueIndex("sources_key").on(table.source, table.medium, table.campaign),
    index("sources_created").on(table.createdOn),
  ],
);

/** Counts of the steps that visits take before a sign-up, without personal data. */
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
