import { sql } from "drizzle-orm";
import type { Db } from "./database.ts";

/**
 * Reads a table by its plain name, as every statement of the product does: a session that looks for tables elsewhere, or a
 * database without ours, answers everything else.
 * @throws when the table is not found
 */
export async function proveTables(db: Db): Promise<void> {
  await db.execute(sql`select from migration_lease`);
}
