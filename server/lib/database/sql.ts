import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { z } from "zod";
import { withCanonicalDomain } from "#contract/email-address.ts";
import type { Db } from "./database.ts";

/**
 * Runs a statement that Drizzle's builder cannot write, and parses each row. Drizzle returns times as PostgreSQL
 * writes them, and `bigint` and `numeric` as texts: cast in SQL the values that must be numbers.
 * @param schema of one row; other columns are left out
 * @throws ZodError when a row does not match the schema, which is a bug
 */
export async function rows<Row>(db: Db, schema: z.ZodType<Row>, statement: SQL): Promise<Row[]> {
  const result = await db.execute(statement);
  return result.rows.map((row) => schema.parse(row));
}

/**
 * The row of a statement that always returns one, such as an aggregate without GROUP BY.
 * @throws Error when there is no row
 */
export async function onlyRow<Row>(db: Db, schema: z.ZodType<Row>, statement: SQL): Promise<Row> {
  const [row] = await rows(db, schema, statement);
  if (row === undefined) throw new Error("a statement that always has a row gave none");
  return row;
}

const dialect = new PgDialect();

/**
 * Prepares a frequent statement once: its text here, its plan in PostgreSQL, under a name that lasts as long as the connection (see
 * `createNamingClient`). Parameters are `sql.placeholder`s. Not for transactions: the error of an unknown name aborts the
 * transaction, so a retry fails.
 * @param schema of the statement's single row
 * @returns a function that runs it, and throws without a row or when the row does not match the schema
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

/**
 * A PostgreSQL array literal as one parameter, so that a statement's text stays the same for any length. The caller casts it:
 * `${textArray(ids)}::uuid[]`.
 * @param values texts, or null for NULL
 */
export function textArray(values: readonly (string | null)[]): SQL {
  return sql`${arrayLiteral(values)}`;
}

/** The text of the array literal. */
function arrayLiteral(values: readonly (string | null)[]): string {
  const literal = values.map((value) => (value === null ? "NULL" : `"${value.replace(/[\\"]/g, "\\$&")}"`));
  return `{${literal.join(",")}}`;
}

/**
 * A LIKE pattern that finds the text anywhere, in the form in which addresses are stored. `%`, `_` and `\\` in the text match themselves.
 */
export function likePattern(text: string): string {
  return `%${withCanonicalDomain(text).replace(/[\\%_]/g, "\\$&")}%`;
}

const newestSchema = z.object({ newest: z.number().nullable() });

/** When the database's newest migration was made, in milliseconds; 0 without any migration. */
export async function findNewestMigration(db: Db): Promise<number> {
  const { newest } = await onlyRow(
    db,
    newestSchema,
    sql`select max(created_at)::float8 as newest from drizzle.__drizzle_migrations`,
  );
  return newest ?? 0;
}
