import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { campaignKinds, type EmailStatus, emailStatuses, emailTypes } from "#contract/email.ts";
import type { Db } from "#server/lib/database/database.ts";
import { likePattern, onlyRow, rows, textArray } from "#server/lib/database/sql.ts";
import { additionsSchema } from "#server/mail/content/message-additions.service.ts";
import { recipientVariablesSchema } from "./leased-message.ts";

/** A row of `logColumns`. */
const logEntrySchema = z.object({
  id: z.string(),
  recipientEmail: z.string(),
  recipientName: z.string().nullable(),
  subject: z.string(),
  variables: recipientVariablesSchema,
  status: z.enum(emailStatuses),
  emailType: z.enum(emailTypes),
  errorMessage: z.string().nullable(),
  attempts: z.number(),
  nextAttemptAt: z.coerce.date().nullable(),
  waitsForMailbox: z.boolean(),
  sentAt: z.coerce.date().nullable(),
  createdAt: z.coerce.date(),
});
export type LogEntry = z.output<typeof logEntrySchema>;

const entryWithContentSchema = logEntrySchema.extend({
  content: z.string().nullable(),
  campaignId: z.string().nullable(),
  variables: recipientVariablesSchema.and(additionsSchema),
  purpose: z.enum(campaignKinds),
  recipientHash: z.string(),
});
type LogEntryWithContent = z.output<typeof entryWithContentSchema>;

export async function findLogEntry(db: Db, id: string): Promise<LogEntryWithContent | null> {
  const [entry] = await rows(
    db,
    entryWithContentSchema,
    sql`select ${logColumns}, content, campaign_id as "campaignId", purpose, recipient_hash as "recipientHash" from email_log where id = ${id}`,
  );
  return entry ?? null;
}

/**
 * Requeues failed messages, with their attempts counted from 0. Leaves out a campaign's message when its campaign or a resend has a sent,
 * pending or later failed message for the same recipient. Leaves out a message whose text and names are purged: it would leave without a
 * name or without its buttons. A message of an ended campaign goes to the direct lane, so that the campaign stays ended; in simulation it
 * then counts as sent.
 * @returns the number of requeued messages
 */
export async function requeueFailed(tx: Db, ids: string[]): Promise<number> {
  const asked = sql`${`{${ids.join(",")}}`}::uuid[]`;
  await tx.execute(sql`
    select id from campaigns
    where id in (select campaign_id from email_log where id = any(${asked}) and status = 'failed')
    order by id for no key update`);
  const { count } = await onlyRow(
    tx,
    z.object({ count: z.number() }),
    sql`
    with requeued as (
      update email_log l
      set status = 'pending', error_message = null, attempts = 0, sent_at = null, failed_at = null,
        next_attempt_at = case when l.lane = 'confirmation' then now() end,
        lane = case
          when exists (select from campaigns where id = l.campaign_id and status in ('completed', 'cancelled')) then 'direct'
          else l.lane
        end
      where l.id = any(${asked}) and l.status = 'failed'
        and (l.content is not null or l.campaign_id is not null and l.variables <> '{}')
        and not (l.campaign_id is not null and exists (
          select from email_log other join campaigns same on same.id = other.campaign_id
          where other.recipient_hash = l.recipient_hash and other.recipient_hash <> '' and other.id <> l.id
            and (other.status in ('pending', 'sent') or other.status = 'failed' and (other.created_at, other.id) > (l.created_at, l.id))
            and coalesce(same.resend_of, same.id) = (select coalesce(resend_of, id) from campaigns where id = l.campaign_id)
        ))
      returning campaign_id
    ),
    counted as (
      update campaigns c set failed = c.failed - again.count
      from (select campaign_id, count(*)::int as count from requeued group by campaign_id) as again
      where c.id = again.campaign_id
    )
    select count(*)::int as count from requeued`,
  );
  return count;
}

const logColumns = sql`id, recipient_email as "recipientEmail", recipient_name as "recipientName", subject, variables, status,
  email_type as "emailType", error_message as "errorMessage", attempts, next_attempt_at as "nextAttemptAt",
  waits_for_mailbox as "waitsForMailbox", sent_at as "sentAt", created_at as "createdAt"`;

export type LogFilter = {
  search: string;
  status: EmailStatus | "all";
  /** The last entry of the previous page. */
  before: { createdAt: string; id: string } | null;
  /** Selects only the messages of this campaign. */
  campaign?: CampaignMessages | null;
};

/** All messages of a campaign have the same date, so that the index of dates finds a page of them. */
export type CampaignMessages = { id: string; createdAt: string };

/** The number of rows that are read in order of date before the search uses the index. */
const scanBudget = 20_000;
/** A term with more matches is frequent: reading in order of date then finds a page faster than sorting all matches. */
const hitLimit = 1_000;
/** The shortest term that the trigram index can find. */
const indexedLength = 3;
const newestFirst = sql`order by created_at desc, id desc`;

/** Finds the newest matching entries. Searches the text in address, name and subject, in the normal form of `search_key`. */
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

/** Null when the campaign has no messages (yet). */
export async function findCampaignMessages(db: Db, id: string): Promise<CampaignMessages | null> {
  const [first] = await rows(
    db,
    z.object({ createdAt: z.coerce.date() }),
    sql`select created_at as "createdAt" from email_log where campaign_id = ${id} limit 1`,
  );
  return first ? { id: id.toLowerCase(), createdAt: first.createdAt.toISOString() } : null;
}

/**
 * Finds matches by the trigram index, which excludes pending messages: keeping them in it would slow each of their updates. Pending
 * messages are scanned. Null for a frequent or too short term.
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
  // The cast and `coalesce` keep the planner from using the campaign's index: it would fetch all messages of the campaign and sort them.
  const isAsked = campaign
    ? sql`${hasStatus} and created_at = ${campaign.createdAt}::timestamptz and coalesce(campaign_id::text = ${campaign.id}, false)`
    : hasStatus;
  return before
    ? sql`${isAsked} and (created_at, id) < (${before.createdAt}::timestamptz, ${before.id}::uuid)`
    : isAsked;
}

function matches({ search }: LogFilter): SQL {
  return sql`search_text like public.search_key(${likePattern(search)})`;
}

/** The messages to an address, newest first. */
export function findEntriesTo(db: Db, emailHash: string, limit: number): Promise<LogEntry[]> {
  return rows(
    db,
    logEntrySchema,
    sql`
    select ${logColumns} from email_log where recipient_hash = ${emailHash}
    order by created_at desc, id desc limit ${limit}`,
  );
}

const textSchema = z.object({ id: z.string(), content: z.string() });

/** Finds the stored contents of messages to an address, as HTML with variables. A campaign's message has the content of the campaign. */
export function findContentsTo(db: Db, emailHash: string, limit: number) {
  return rows(
    db,
    textSchema,
    sql`
    select m.id, coalesce(m.content, c.content) as content
    from email_log m left join campaigns c on c.id = m.campaign_id
    where m.recipient_hash = ${emailHash} and coalesce(m.content, c.content, '') <> ''
    order by m.created_at desc, m.id desc limit ${limit}`,
  );
}

/** Finds the addresses of these hashes that the log still holds. */
export function findLoggedEmails(db: Db, emailHashes: string[]) {
  return rows(
    db,
    z.object({ emailHash: z.string(), email: z.string() }),
    sql`
    select distinct on (recipient_hash) recipient_hash as "emailHash", recipient_email as email from email_log
    where recipient_hash = any(${textArray(emailHashes)}::text[]) and recipient_hash <> '' and recipient_email <> ''`,
  );
}
