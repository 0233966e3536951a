import { sql } from "drizzle-orm";
import { betaSignups, brandSignups } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";

/** How many sign-ups hold an answer, by question id. */
export async function countRespondents(db: Db): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ question_id: string; count: string }>(sql`
    select question_id, count(*) as count from (
      select jsonb_object_keys(responses) as question_id from ${betaSignups}
      union all
      select jsonb_object_keys(responses) from ${brandSignups}
    ) as answers group by question_id`);
  return new Map(rows.map((row) => [row.question_id, Number(row.count)]));
}
