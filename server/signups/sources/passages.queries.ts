import { lt, sql } from "drizzle-orm";
import type { Audience } from "#contract/audience.ts";
import type { PassageStep, VisitSource } from "#contract/sources.ts";
import { passages } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";

/** `day` in Europe/Paris. */
export type CountedPassage = VisitSource & {
  day: string;
  step: PassageStep;
  audience: Audience | null;
  count: number;
};

/**
 * Adds counts to the stored ones. Several sources may be counted as 'autres': they are summed before the upsert. Rows are written in order
 * to avoid deadlocks between instances. New sources take a lock, so they are written first.
 */
export async function addPassages(db: Db, counted: readonly CountedPassage[]): Promise<void> {
  await db.execute(sql`
    insert into ${passages} as known (day, step, audience, source_id, count)
    select day, step, audience, source_id(source, medium, campaign) as found_id, sum(count)
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb)
      as given (day date, step text, audience text, source text, medium text, campaign text, count integer)
    group by day, step, audience, found_id
    order by day, step, audience, found_id
    on conflict (day, step, audience, source_id) do update set count = known.count + excluded.count`);
}

/** @param day in Europe/Paris */
export async function deletePassagesBefore(db: Db, day: string): Promise<void> {
  await db.delete(passages).where(lt(passages.day, day));
}
