import { sql } from "drizzle-orm";
import { check, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** One row, made by the migration, that identifies this database for all its instances. */
export const installation = pgTable(
  "installation",
  {
    id: integer("id").primaryKey().default(1),
    key: uuid("key").notNull().defaultRandom(),
    /** Of the AUTH_SECRET that sealed what is stored; null before the first start that noted it. */
    secretFingerprint: text("secret_fingerprint"),
  },
  (table) => [check("installation_single", sql`${table.id} = 1`)],
);

/** One row from the first upkeep on: when the last one ran whose clock was believed. Not part of a backup. */
export const upkeepClock = pgTable(
  "upkeep_clock",
  {
    id: integer("id").primaryKey().default(1),
    at: timestamp("at", { withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [check("upkeep_clock_single", sql`${table.id} = 1`)],
);

/**
 * One row, made by the migration: which process runs the migrations that cannot be part of a transaction (indexes made
 * concurrently). A session's lock would leak behind a pooler.
 */
export const migrationLease = pgTable(
  "migration_lease",
  {
    id: integer("id").primaryKey().default(1),
    holder: text("holder"),
    until: timestamp("until", { withTimezone: true, precision: 3 }),
  },
  (table) => [check("migration_lease_single", sql`${table.id} = 1`)],
);
