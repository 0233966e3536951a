import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Audience } from "#contract/audience.ts";
import { type SourceRow, sourcesSchema } from "#contract/sources.schema.ts";
import { isUncounted } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/sql.ts";

/** Calendar days in Europe/Paris, both included. */
type Period = { audiences: readonly Audience[]; from: string; to: string };

const reportRowSchema = z.object({
  report: sourcesSchema
    .pick({ totals: true, items: true, days: true })
    .extend({ firstDay: z.string().nullable() }),
});
export type SourcesReport = z.output<typeof reportRowSchema>["report"];

/** Passages and sign-ups by source, and by day for the ten largest sources, from one snapshot. */
export async function getSourcesReport(
  db: Db,
  { limit, ...period }: Period & { limit: number },
): Promise<SourcesReport> {
  const statement = sql`
    with counted as materialized (${countedByDay(period)}),
    by_source as materialized (
      select source, coalesce(medium, '') as medium, coalesce(campaign, '') as campaign, ${sums}
      from counted left join public.sources on sources.id = source_id
      group by source_id, source, medium, campaign
    ),
    largest as (
      select source from by_source group by source order by sum(views) desc, sum("signedUp") desc, source limit 10
    )
    select json_build_object(
      'firstDay', (select to_char(min(day), 'YYYY-MM-DD') from counted),
      'totals', (select row_to_json(totals) from (select ${sums} from counted) as totals),
      'items', coalesce((select json_agg(items) from (
        select * from by_source order by views desc, "signedUp" desc, source, medium, campaign limit ${limit}
      ) as items), '[]'),
      'days', coalesce((select json_agg(days) from (
        select to_char(day, 'YYYY-MM-DD') as day, source, sum(views) as views, sum("signedUp") as "signedUp"
        from counted left join public.sources on sources.id = source_id
        where exists (select from largest where largest.source is not distinct from sources.source)
        group by counted.day, source order by counted.day, source
      ) as days), '[]')
    ) as report`;
  return (await onlyRow(db, reportRowSchema, statement)).report;
}

const itemsRowSchema = z.object({ items: sourcesSchema.shape.items });

/** The rows by source without the rows by day, and without a limit. */
export async function findSourceRows(db: Db, period: Period): Promise<SourceRow[]> {
  const statement = sql`
    with by_source as (
      select source, coalesce(medium, '') as medium, coalesce(campaign, '') as campaign, ${sums}
      from (${countedByDay(period)}) as counted left join public.sources on sources.id = source_id
      group by source_id, source, medium, campaign
    )
    select coalesce(json_agg(by_source order by views desc, "signedUp" desc, source, medium, campaign), '[]') as items from by_source`;
  return (await onlyRow(db, itemsRowSchema, statement)).items;
}

const sums = sql`coalesce(sum(views), 0) as views, coalesce(sum(opened), 0) as opened, coalesce(sum(started), 0) as started,
  coalesce(sum("signedUp"), 0) as "signedUp", coalesce(sum(confirmed), 0) as confirmed, coalesce(sum(approved), 0) as approved,
  coalesce(sum(invited), 0) as invited, coalesce(sum(redeemed), 0) as redeemed`;

/** Counts per source and day in Paris. A page view has no audience: the funnel of every audience begins with all page views. */
function countedByDay({ audiences, from, to }: Period): SQL {
  const signups = (audience: Audience, table: SQL) => sql`
    select id, source_id, (created_at at time zone 'Europe/Paris')::date as day, confirmed_at, status from ${table}
    where ${audiences.includes(audience)} and not (${isUncounted})
      and created_at >= (${from}::date::timestamp at time zone 'Europe/Paris')
      and created_at < ((${to}::date + 1)::timestamp at time zone 'Europe/Paris')`;
  return sql`
    select source_id, day, sum(count) filter (where step = 'view') as views, sum(count) filter (where step = 'open') as opened,
      sum(count) filter (where step = 'start') as started, 0 as "signedUp", 0 as confirmed, 0 as approved, 0 as invited, 0 as redeemed
    from public.passages
    where day between ${from}::date and ${to}::date and (audience is null or audience in ${audiences})
    group by source_id, day
    union all
    select source_id, day, 0, 0, 0, count(*), count(confirmed_at), count(*) filter (where status = 'approved'),
      count(*) filter (where id in (select invited_signups('any'))), count(*) filter (where id in (select invited_signups('redeemed')))
    from (${signups("user", sql`public.beta_signups`)} union all ${signups("brand", sql`public.brand_signups`)}) as signups
    group by source_id, day`;
}
