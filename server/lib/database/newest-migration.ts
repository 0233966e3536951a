import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "./database.ts";
import { onlyRow } from "./rows.ts";

const newestSchema = z.object({ newest: z.number().nullable() });

/** When the newest migration that the database has was made, in milliseconds; 0 when it has none. */
export async function findNewestMigration(db: Db): Promise<number> {
  const { newest } = await onlyRow(
    db,
    newestSchema,
    sql`select max(created_at)::float8 as newest from drizzle.__drizzle_migrations`,
  );
  return newest ?? 0;
}
