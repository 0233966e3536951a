import { type SQL, sql } from "drizzle-orm";
import type { EmailStatus, EmailType, RecipientVariables } from "#contract/email.ts";
import type { Db } from "#server/lib/database/database.ts";

export type LogEntry = {
  id: string;
  recipientEmail: string;
  recipientName: string | null;
  subject: string;
  variables: RecipientVariables;
  status: EmailStatus;
  emailType: EmailType;
  errorMessage: string | null;
  attempts: number;
  nextAttemptAt: Date | null;
  sentAt: Date | null;
  createdAt: Date;
};

export type LogEntryWithContent = LogEntry & { content: string | null; campaignId: string | null };

export type LogFilter = {
  search: string;
  status: EmailStatus | "all";
  /** The last entry of the page before. */
  before: { createdAt: string; id: string } | null;
};

/** The newest entries that match. The search is for the very text in address, name or subject, without regard to case. */
export async function findLogEntries(
  db: Db,
  { search, status, before }: LogFilter,
  limit: number,
): Promise<LogEntry[]> {
  const conditions: SQL[] = [];
  if (status !== "all") conditions.push(sql`status = ${status}`);
  if (search !== "") {
    conditions.push(sql`(strpos(lower(recipient_email), lower(${search})) > 0
      or strpos(lower(recipient_name), lower(${search})) > 0 or strpos(lower(subject), lower(${search})) > 0)`);
  }
  if (before) conditions.push(sql`(created_at, id) < (${before.createdAt}::timestamptz, ${before.id}::uuid)`);
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const { rows } = await db.execute<LogRow>(sql`
    select ${columns} from email_log ${where} order by created_at desc, id desc limit ${limit}`);
  return rows.map(toEntry);
}

export async function findLogEntry(db: Db, id: string): Promise<LogEntryWithContent | null> {
  const { rows } = await db.execute<LogRow & { content: string | null; campaign_id: string | null }>(sql`
    select ${columns}, content, campaign_id from email_log where id = ${id}`);
  const [row] = rows;
  return row ? { ...toEntry(row), content: row.content, campaignId: row.campaign_id } : null;
}

export type NewLogEntry = {
  recipientEmail: string;
  recipientName: string | null;
  subject: string;
  content: string;
  emailType: EmailType;
};

/**
 * Writes a message that its maker sends at once. Until then workers leave it alone; should the process end before, one of
 * them sends it a minute later.
 */
export async function insertForSending(db: Db, entry: NewLogEntry): Promise<string> {
  return insertEntry(db, entry, sql`'pending', null, null, now() + interval '1 minute'`);
}

/** Writes a message that only counts as sent. */
export async function insertSimulated(db: Db, entry: NewLogEntry, note: string): Promise<string> {
  return insertEntry(db, entry, sql`'sent', now(), ${note}, null`);
}

async function insertEntry(db: Db, entry: NewLogEntry, state: SQL): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into email_log
      (recipient_email, recipient_name, subject, content, email_type, variables, status, sent_at, error_message, next_attempt_at)
    values (${entry.recipientEmail}, ${entry.recipientName}, ${entry.subject}, ${entry.content}, ${entry.emailType},
      ${JSON.stringify(entry.recipientName === null ? {} : { name: entry.recipientName })}::jsonb, ${state})
    returning id`);
  const [row] = rows;
  if (!row) throw new Error("the message was not written");
  return row.id;
}

/**
 * Failed messages wait again, their attempts counted anew. Those of a campaign that is still under way stay its own; those
 * of one that has ended leave it with the content they had. @returns how many
 */
export async function requeueFailed(db: Db, ids: string[]): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with failed as (
      select l.id, l.campaign_id, c.content, c.status in ('completed', 'cancelled') as ended
      from email_log l left join campaigns c on c.id = l.campaign_id
      where l.id = any(${`{${ids.join(",")}}`}::uuid[]) and l.status = 'failed' for update of l
    ), requeued as (
      update email_log l
      set status = 'pending', error_message = null, attempts = 0, next_attempt_at = null, sent_at = null,
        campaign_id = case when f.ended then null else l.campaign_id end,
        content = case when f.ended then f.content else l.content end
      from failed f where l.id = f.id
      returning f.campaign_id, f.ended
    ), counted as (
      update campaigns c set failed = c.failed - n.count, total = c.total - n.left
      from (
        select campaign_id, count(*)::int as count, (count(*) filter (where ended))::int as left
        from requeued where campaign_id is not null group by 1
      ) n
      where c.id = n.campaign_id
    )
    select count(*)::int as count from requeued`);
  return rows[0]?.count ?? 0;
}

const columns = sql`id, recipient_email, recipient_name, subject, variables, status, email_type, error_message, attempts,
  next_attempt_at, sent_at, created_at`;

type LogRow = {
  id: string;
  recipient_email: string;
  recipient_name: string | null;
  subject: string;
  variables: RecipientVariables;
  status: EmailStatus;
  email_type: EmailType;
  error_message: string | null;
  attempts: number;
  next_attempt_at: Date | string | null;
  sent_at: Date | string | null;
  created_at: Date | string;
};

function toEntry(row: LogRow): LogEntry {
  return {
    id: row.id,
    recipientEmail: row.recipient_email,
    recipientName: row.recipient_name,
    subject: row.subject,
    variables: row.variables,
    status: row.status,
    emailType: row.email_type,
    errorMessage: row.error_message,
    attempts: row.attempts,
    nextAttemptAt: toDate(row.next_attempt_at),
    sentAt: toDate(row.sent_at),
    createdAt: new Date(row.created_at),
  };
}

function toDate(value: Date | string | null): Date | null {
  return value === null ? null : new Date(value);
}
