import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { SignupStatus } from "#contract/audience.ts";
import type { Responses } from "#contract/signup.ts";

const columns = () => ({
  id: uuid("id").primaryKey().defaultRandom(),
  name: text("name").notNull(),
  firstname: text("firstname").notNull(),
  email: text("email").notNull(),
  responses: jsonb("responses").$type<Responses>().notNull().default({}),
  status: text("status").$type<SignupStatus>().notNull().default("pending"),
  createdAt: timestamp("created_at", { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  /** When the last decision was taken; what a short undo compares with. */
  decidedAt: timestamp("decided_at", { withTimezone: true, precision: 3 }),
});

export const betaSignups = pgTable(
  "beta_signups",
  {
    ...columns(),
    /** What the list searches, in one column so that one trigram index serves it. */
    searchText: text("search_text")
      .notNull()
      .generatedAlwaysAs(sql`lower(firstname || ' ' || name || ' ' || email)`),
  },
  (table) => [
    uniqueIndex("beta_signups_email_key").on(sql`lower(${table.email})`),
    index("beta_signups_created").on(table.createdAt, table.id),
    index("beta_signups_status_created").on(table.status, table.createdAt, table.id),
    index("beta_signups_search").using("gin", sql`${table.searchText} gin_trgm_ops`),
    check("beta_signups_status_check", sql`${table.status} in ('pending', 'approved', 'rejected')`),
    check("beta_signups_responses_check", sql`jsonb_typeof(${table.responses}) = 'object'`),
  ],
);

export const brandSignups = pgTable(
  "brand_signups",
  {
    ...columns(),
    website: text("website").notNull(),
    searchText: text("search_text")
      .notNull()
      .generatedAlwaysAs(sql`lower(firstname || ' ' || name || ' ' || email || ' ' || website)`),
  },
  (table) => [
    uniqueIndex("brand_signups_email_key").on(sql`lower(${table.email})`),
    index("brand_signups_created").on(table.createdAt, table.id),
    index("brand_signups_status_created").on(table.status, table.createdAt, table.id),
    index("brand_signups_search").using("gin", sql`${table.searchText} gin_trgm_ops`),
    check("brand_signups_status_check", sql`${table.status} in ('pending', 'approved', 'rejected')`),
    check("brand_signups_responses_check", sql`jsonb_typeof(${table.responses}) = 'object'`),
  ],
);
