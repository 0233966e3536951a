import { type SQL, sql } from "drizzle-orm";
import { nothingIsHeld } from "./hold.statement.ts";

/**
 * Parts of the outbox's statements that touch campaigns: a message changes in one commit with its campaign's counts. Whatever
 * changes rows of the log that a campaign counts locks the campaign's row first, several in the order of their ids, and the
 * log's rows after it: a cancellation, a worker and a deletion that meet wait for each other in line and never in a circle.
 */

/**
 * The common table expression `campaign` (id, status, next_attempt_at): these campaigns, locked until the transaction ends and
 * read as they are by then. A pause or a cancellation holds from its commit on.
 * @param ids one id, or a query that gives some
 */
export function lockedCampaigns(ids: SQL): SQL {
  return sql`campaign as materialized (
    select id, status, next_attempt_at from campaigns where id in (${ids}) order by id for no key update)`;
}

/** Conditions on `campaign`. */
export const isRunning = sql`status = 'running'`;
export const pausedItself = sql`status = 'paused' and next_attempt_at is not null`;

export type CampaignCount =
  | "total"
  | "sent"
  | "failed"
  | "cancelled"
  | "skipped"
  | "bounced"
  | "unsubscribed"
  | "complained";

/**
 * The common table expression `counted`: adds to the counts of campaigns.
 * @param changes a query that gives `campaign_id` and one column per count that changes, as integers
 */
export function countedInCampaigns(counts: readonly CampaignCount[], changes: SQL): SQL {
  const additions = counts.map((count) => sql.raw(`${count} = c.${count} + change.${count}`));
  return sql`counted as (
    update campaigns c set ${sql.join(additions, sql`, `)} from (${changes}) change where c.id = change.campaign_id)`;
}

/** Whether a campaign is under way. @param id of a campaign, or null */
export function campaignRuns(id: SQL): SQL {
  return sql`exists (select 1 from campaigns where id = ${id} and status = 'running')`;
}

/** Whether a campaign has come to its end. @param id of a campaign, or null */
export function campaignHasEnded(id: SQL): SQL {
  return sql`exists (select 1 from campaigns where id = ${id} and status in ('completed', 'cancelled'))`;
}

/** From when on the next campaign has something to do: one that runs has, always. Null when none waits for a time. */
export const nextCampaignTime = sql`
  select min(case status when 'running' then to_timestamp(0) when 'scheduled' then scheduled_at else next_attempt_at end)
  from campaigns where status = 'running' or (status in ('scheduled', 'paused') and ${nothingIsHeld})`;

/** What waits in campaigns, as one row: `count`, and since when the oldest of them runs (`since`); none when nothing does. */
export const waitingInCampaigns = sql`
  select sum(total - sent - failed - cancelled - skipped)::int as count, min(coalesce(started_at, created_at)) as since
  from campaigns where status = 'running' having sum(total - sent - failed - cancelled - skipped) > 0`;

/** What a campaign was sent again of, or itself: all that say the same to the same people have one root. */
export function rootOfCampaign(id: SQL): SQL {
  return sql`(select coalesce(resend_of, id) from campaigns where id = ${id})`;
}
