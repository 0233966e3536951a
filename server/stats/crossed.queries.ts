import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { CrossedQuery } from "#contract/stats.schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/sql.ts";
import { type Counted, isCounted } from "./stats.queries.ts";

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
};

/**
 * Counts the sign-ups that answered both questions, by each stored answer and each pair of answers. Answers are grouped before they are
 * split. An answer is a text, or a list for several ticks: `lax` reads both. A sign-up with several ticks counts in several rows or
 * columns, but once in the base.
 */
export async function getCrossedCounts(
  db: Db,
  { question, by, status, ...counted }: Crossing & Counted,
): Promise<CrossedCounts> {
  const { users, brands } = isCounted(counted);
  const isMeant = sql`${status} in ('all', status) and responses ?& array[${question}, ${by}]::text[]`;
  const texts = (answer: SQL) => sql`
    lateral (select distinct item #>> '{}' as answer from jsonb_path_query(${answer}, 'lax $[*]') as item)`;
  const statement = sql`
    with answered as materialized (
      select responses -> ${question}::text as "row", responses -> ${by}::text as "column", count(*) as count
      from (
        select responses from public.beta_signups where ${users} and ${isMeant}
        union all
        select responses from public.brand_signups where ${brands} and ${isMeant}
      ) as signups
      group by 1, 2
    )
    select json_build_object(
      'base', (select coalesce(sum(count), 0) from answered),
      'rows', coalesce((select json_agg(counted) from (
        select in_rows.answer, sum(count) as count
        from answered cross join ${texts(sql`"row"`)} as in_rows group by 1) as counted), '[]'),
      'columns', coalesce((select json_agg(counted) from (
        select in_columns.answer, sum(count) as count
        from answered cross join ${texts(sql`"column"`)} as in_columns group by 1) as counted), '[]'),
      'cells', coalesce((select json_agg(counted) from (
        select in_rows.answer as "row", in_columns.answer as "column", sum(count) as count
        from answered cross join ${texts(sql`"row"`)} as in_rows
        cross join ${texts(sql`"column"`)} as in_columns group by 1, 2) as counted), '[]')
    ) as crossed`;
  return (await onlyRow(db, crossedRowSchema, statement)).crossed;
}
