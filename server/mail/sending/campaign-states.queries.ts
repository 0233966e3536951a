import { sql } from "drizzle-orm";
import { z } from "zod";
import { campaignStatuses } from "#contract/email.ts";
import type { Db } from "#server/lib/database/database.ts";
import { rows } from "#server/lib/database/rows.ts";

const stateSchema = z.object({
  state: z.enum([...campaignStatuses, "waiting_for_server"]),
  count: z.number(),
});

/** How many campaigns are in each state; one that paused by itself, until its mail server is reached again, waits for it. */
export function countCampaignStates(db: Db) {
  const state = sql`case when status = 'paused' and next_attempt_at is not null then 'waiting_for_server' else status end`;
  return rows(
    db,
    stateSchema,
    sql`select ${state} as state, count(*)::int as count from campaigns group by 1`,
  );
}
