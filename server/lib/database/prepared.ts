import { createHash } from "node:crypto";
import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { Db } from "./database.ts";

const dialect = new PgDialect();

/**
 * Prepares a frequent statement once: its text here, its plan in PostgreSQL, under a name for the life of the connection (see
 * `createNamingClient`). Parameters are `sql.placeholder`s. Not for transactions: after the error of an unknown name, a
 * transaction is aborted and a retry fails.
 * @param schema of its one row
 * @returns runs it; throws when there is no row, or when the row does not match the schema
 */
export function prepareOnlyRow<Row>(
  db: Db,
  schema: z.ZodType<Row>,
  statement: SQL,
): (values: Record<string, unknown>) => Promise<Row> {
  const query = dialect.sqlToQuery(statement);
  const name = createHash("sha256").update(query.sql).digest("base64url").slice(0, 32);
  const prepared = db._.session.prepareQuery(query, undefined, name, false);
  return async (values) => {
    const { rows } = (await prepared.execute(values)) as { rows: unknown[] };
    if (rows.length === 0) throw new Error("a statement that always has a row gave none");
    return schema.parse(rows[0]);
  };
}
