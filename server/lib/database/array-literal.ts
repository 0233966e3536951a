import { type SQL, sql } from "drizzle-orm";

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
