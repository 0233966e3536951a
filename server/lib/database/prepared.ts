import { createHash } from "node:crypto";
import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { Db } from "./database.ts";

const dialect = new PgDialect();

/**
 * A statement that is asked again and again, made once: its text here, its plan in PostgreSQL, which knows it by a name for as long
 * as the connection lives (see `createNamingClient`). What differs from time to time are `sql.placeholder`s. Not for transactions:
 * asking again without a name would come too late in one.
 * @param schema of its one row
 * @returns asks it; throws when there is no row, or one that is not as the schema says
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
