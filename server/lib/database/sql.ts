import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { z } from "zod";
import { withCanonicalDomain } from "#contract/email-address.ts";
import type { Db } from "./database.ts";

/**
 * The rows of a statement that Drizzle's builder cannot write, each one parsed. Drizzle hands over times as PostgreSQL
 * writes them and `bigint` and `numeric` as texts, so cast in SQL what is to be a number.
 * @param schema of one row; columns that it does not name are left out
 * @throws ZodError when a row is not as the schema says: a bug, because SQL and schema disagree
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

/**
 * A PostgreSQL array literal as one parameter, so that a statement's text stays the same for any length. The caller casts it:
 * `${textArray(ids)}::uuid[]`.
 * @param values texts, or null for NULL
 */
export function textArray(values: readonly (string | null)[]): SQL {
  return sql`${arrayLiteral(values)}`;
}

/** The literal itself. */
function arrayLiteral(values: readonly (string | null)[]): string {
  const literal = values.map((value) => (value === null ? "NULL" : `"${value.replace(/[\\"]/g, "\\$&")}"`));
  return `{${literal.join(",")}}`;
}

/** A pattern for LIKE that finds the text anywhere, an address as it is stored: `%`, `_` and `\\` in it match themselves. */
export function likePattern(text: string): string {
  return `%${withCanonicalDomain(text).replace(/[\\%_]/g, "\\$&")}%`;
}

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
