import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { EmailStatus } from "#contract/email.ts";
import type { Db } from "#server/lib/database/database.ts";
import { containing } from "#server/lib/database/like-pattern.ts";
import { rows } from "#server/lib/database/rows.ts";
import { type LogEntry, logColumns, logEntrySchema } from "./log.queries.ts";

export type LogFilter = {
  search: string;
  status: EmailStatus | "all";
  /** The last entry of the page before. */
  before: { createdAt: string; id: string } | null;
  /** Only what was written for this campaign. */
  campaign?: CampaignMessages | null;
};

/** A campaign's messages are all written at one moment, which finds a page of them by the index of dates. */
export type CampaignMessages = { id: string; createdAt: string };

/** Rows that are looked at in order of date before the index is asked. */
const scanBudget = 20_000;
/** A term with more matches than this is frequent: going through the dates finds a page of it sooner than sorting does. */
const hitLimit = 1_000;
/** Shorter terms have no trigram to be found by. */
const indexedLength = 3;
const newestFirst = sql`order by created_at desc, id desc`;

/** The newest entries that match. The search is for the text in address, name or subject, as `search_key` compares texts. */
export async function findLogEntries(db: Db, filter: LogFilter, limit: number): Promise<LogEntry[]> {
  const all = sql`email_log where ${isOnPage(filter)}`;
  if (filter.search === "") return select(db, all, limit);
  const recent = sql`(select * from ${all} ${newestFirst} limit ${scanBudget}) as recent where ${matches(filter)}`;
  const entries = await select(db, recent, limit);
  if (entries.length === limit) return entries;
  const ids = await findIdsByIndex(db, filter);
  return ids === null
    ? select(db, sql`${all} and ${matches(filter)}`, limit)
    : select(db, sql`email_log where id = any(${`{${ids.join(",")}}`}::uuid[])`, limit);
}

/** Null when nothing was written for it (yet). */
export async function findCampaignMessages(db: Db, id: string): Promise<CampaignMessages | null> {
  const [first] = await rows(
    db,
    z.object({ createdAt: z.coerce.date() }),
    sql`select created_at as "createdAt" from email_log where campaign_id = ${id} limit 1`,
  );
  return first ? { id: id.toLowerCase(), createdAt: first.createdAt.toISOString() } : null;
}

/**
 * By the trigram index, which holds what is over: a message that waits would pay for it at every step of its way. Those
 * are looked through. Null for a frequent term, and for one that is too short.
 */
async function findIdsByIndex(db: Db, filter: LogFilter): Promise<string[] | null> {
  if (filter.search.length < indexedLength) return null;
  const found = (state: SQL) =>
    sql`(select id from email_log where ${state} and ${matches(filter)} and ${isOnPage(filter)} limit ${hitLimit + 1})`;
  const hits = await rows(
    db,
    z.object({ id: z.string() }),
    sql`${found(sql`status <> 'pending'`)} union all ${found(sql`status = 'pending'`)}`,
  );
  return hits.length > hitLimit ? null : hits.map(({ id }) => id);
}

function select(db: Db, source: SQL, limit: number): Promise<LogEntry[]> {
  return rows(db, logEntrySchema, sql`select ${logColumns} from ${source} ${newestFirst} limit ${limit}`);
}

function isOnPage({ status, before, campaign }: LogFilter): SQL {
  const hasStatus = status === "all" ? sql`true` : sql`status = ${status}`;
  // So that no index can answer for the campaign, nor the planner think it rare: it would fetch all of its messages and sort them.
  const isAsked = campaign
    ? sql`${hasStatus} and created_at = ${campaign.createdAt}::timestamptz and coalesce(campaign_id::text = ${campaign.id}, false)`
    : hasStatus;
  return before
    ? sql`${isAsked} and (created_at, id) < (${before.createdAt}::timestamptz, ${before.id}::uuid)`
    : isAsked;
}

function matches({ search }: LogFilter): SQL {
  return sql`search_text like public.search_key(${containing(search)})`;
}
