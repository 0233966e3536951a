import { sql } from "drizzle-orm";
import { check, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { time } from "./columns.ts";

/** One row, made by the migration, that identifies this database for all its instances. */
export const installation = pgTable(
  "installation",
  {
    id: integer("id").primaryKey().default(1),
    key: uuid("key").notNull().defaultRandom(),
    /** Fingerprint of the AUTH_SECRET that encrypts the stored secrets; null until a start has stored it. */
    secretFingerprint: text("secret_fingerprint"),
  },
  (table) => [check("installation_single", sql`${table.id} = 1`)],
);

/** One row from the first upkeep on: the time of the last upkeep with a plausible clock. Backups do not contain this table. */
export const upkeepClock = pgTable(
  "upkeep_clock",
  {
    id: integer("id").primaryKey().default(1),
    at: time("at").notNull(),
  },
  (table) => [check("upkeep_clock_single", sql`${table.id} = 1`)],
);

/**
 * One row, made by the migration: the process that runs the migrations outside of a transaction (`create index concurrently`).
 * A lease instead of an advisory lock, because a pooler may leave a session's lock behind.
 */
export const migrationLease = pgTable(
  "migration_lease",
  {
    id: integer("id").primaryKey().default(1),
    holder: text("holder"),
    until: time("until"),
  },
  (table) => [check("migration_lease_single", sql`${table.id} = 1`)],
);
