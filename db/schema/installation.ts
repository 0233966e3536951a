import { sql } from "drizzle-orm";
import { check, integer, pgTable, uuid } from "drizzle-orm/pg-core";

/** One row, made by the migration: what tells this database from every other, the same for all instances on it. */
export const installation = pgTable(
  "installation",
  {
    id: integer("id").primaryKey().default(1),
    key: uuid("key").notNull().defaultRandom(),
  },
  (table) => [check("installation_single", sql`${table.id} = 1`)],
);
