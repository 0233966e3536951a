import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Audience } from "#contract/audience.ts";
import { referralsSchema } from "#contract/referral-report.schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/sql.ts";

const reportSchema = z.object({ report: referralsSchema.pick({ sources: true, days: true }) });

/** Counts confirmed friends by the source of their sign-up, and by day in Paris for the ten largest sources. Both days are included. */
export async function countFriendsBySource(
  db: Db,
  { audiences, from, to, limit }: { audiences: readonly Audience[]; from: string; to: string; limit: number },
) {
  const of = (audience: Audience) => sql`
    select f.friend_id, (f.created_at at time zone 'Europe/Paris')::date as day, s.source_id
    from counted_friends() as f join ${audience === "user" ? sql`beta_signups` : sql`brand_signups`} as s on s.id = f.friend_id
    where f.audience = ${audience}`;
  const statement = sql`
    with friends as materialized (
      select day, source, count(*)::int as friends
      from (${sql.join(audiences.map(of), sql` union all `)}) as counted left join public.sources on sources.id = source_id
      where day between ${from}::date and ${to}::date
      group by day, source
    ),
    by_source as materialized (
      select source, sum(friends)::int as friends from friends group by source order by 2 desc, source limit ${limit}
    ),
    largest as (select source from by_source order by friends desc, source limit 10)
    select json_build_object(
      'sources', (select coalesce(json_agg(by_source order by friends desc, source), '[]') from by_source),
      'days', (
        select coalesce(json_agg(json_build_object('day', to_char(day, 'YYYY-MM-DD'), 'source', source, 'friends', friends.friends) order by day, source), '[]')
        from friends where exists (select from largest where largest.source is not distinct from friends.source)
      )
    ) as report`;
  return (await onlyRow(db, reportSchema, statement)).report;
}
