import { type SQL, sql } from "drizzle-orm";

/**
 * Reads a table by its plain name, as every statement of the product does: a session that looks for tables elsewhere, or a
 * database without ours, answers everything else.
 * @throws when the table is not found
 */
export async function proveTables(db: { execute(query: SQL): PromiseLike<unknown> }): Promise<void> {
  await db.execute(sql`select from migration_lease`);
}
