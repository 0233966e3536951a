import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { CrossedQuery } from "#contract/stats.schema.ts";
import { isUncounted } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/sql.ts";

const count = z.number();
const crossedRowSchema = z.object({
  crossed: z.object({
    base: count,
    rows: z.array(z.object({ answer: z.string(), count })),
    columns: z.array(z.object({ answer: z.string(), count })),
    cells: z.array(z.object({ row: z.string(), column: z.string(), count })),
  }),
});
export type CrossedCounts = z.output<typeof crossedRowSchema>["crossed"];

type Crossing = {
  question: string;
  by: string;
  status: CrossedQuery["status"];
  /** The condition of a segment on each audience's table; null for all. */
  users: SQL | null;
  brands: SQL | null;
};

/**
 * How many sign-ups that answered both questions gave each answer, and each pair of answers, as stored. An answer is a text, or a list for
 * several ticks: `lax` reads both. Several ticks count in several rows or columns, the sign-up once in the base.
 */
export async function getCrossedCounts(
  db: Db,
  { question, by, status, users, brands }: Crossing,
): Promise<CrossedCounts> {
  const statement = sql`
    with answered as materialized (
      select row_number() over () as id, responses -> ${question}::text as "row", responses -> ${by}::text as "column"
      from (
        select responses from public.beta_signups where ${status} in ('all', status) and not (${isUncounted}) and ${users ?? sql`true`}
        union all
        select responses from public.brand_signups where ${status} in ('all', status) and not (${isUncounted}) and ${brands ?? sql`true`}
      ) as signups
      where responses ?& array[${question}, ${by}]::text[]
    ),
    in_rows as materialized (
      select distinct id, answer #>> '{}' as answer from answered
      cross join lateral jsonb_path_query("row", 'lax $[*]') as answer
    ),
    in_columns as materialized (
      select distinct id, answer #>> '{}' as answer from answered
      cross join lateral jsonb_path_query("column", 'lax $[*]') as answer
    )
    select json_build_object(
      'base', (select count(*) from answered),
      'rows', coalesce((select json_agg(counted) from (
        select answer, count(*) as count from in_rows group by answer) as counted), '[]'),
      'columns', coalesce((select json_agg(counted) from (
        select answer, count(*) as count from in_columns group by answer) as counted), '[]'),
      'cells', coalesce((select json_agg(counted) from (
        select in_rows.answer as "row", in_columns.answer as "column", count(*) as count
        from in_rows join in_columns using (id) group by 1, 2) as counted), '[]')
    ) as crossed`;
  return (await onlyRow(db, crossedRowSchema, statement)).crossed;
}
