import type { SQL } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "./database.ts";

/**
 * The rows of a statement that Drizzle's builder cannot write, each one parsed. Drizzle hands over times as PostgreSQL
 * writes them and `bigint` and `numeric` as texts, so cast in SQL what is to be a number.
 * @param schema of one row; columns that it does not name are left out
 * @throws ZodError when a row is not as the schema says: SQL and schema disagree, which is a fault of ours
 */
export async function rows<Row>(db: Db, schema: z.ZodType<Row>, statement: SQL): Promise<Row[]> {
  const result = await db.execute(statement);
  return result.rows.map((row) => schema.parse(row));
}

/**
 * The one row of a statement that always has one, such as an aggregate without GROUP BY.
 * @throws Error when there is none
 */
export async function onlyRow<Row>(db: Db, schema: z.ZodType<Row>, statement: SQL): Promise<Row> {
  const [row] = await rows(db, schema, statement);
  if (row === undefined) throw new Error("a statement that always has a row gave none");
  return row;
}
