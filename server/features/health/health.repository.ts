import { sql } from "drizzle-orm";
import type { Db } from "#server/lib/database/database.ts";

/** When the newest migration that the database has was made, in milliseconds; 0 when it has none. */
export async function findNewestMigration(db: Db): Promise<number> {
  const { rows } = await db.execute<{ newest: string | null }>(
    sql`select max(created_at) as newest from drizzle.__drizzle_migrations`,
  );
  return Number(rows[0]?.newest ?? 0);
}
