import { type SQL, sql } from "drizzle-orm";
import type { EmailStatus, EmailType, RecipientVariables } from "#contract/email.ts";
import { limits } from "#contract/limits.ts";
import type { MailedLink } from "#server/features/accounts/links/mailed-link.ts";
import { lockCampaignsOf } from "#server/features/mailing/campaigns/campaign-lock.repository.ts";
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
  waitsForMailbox: boolean;
  sentAt: Date | null;
  createdAt: Date;
};

export type LogEntryWithContent = LogEntry & { content: string | null; campaignId: string | null };

export async function findLogEntry(db: Db, id: string): Promise<LogEntryWithContent | null> {
  const { rows } = await db.execute<LogRow & { content: string | null; campaign_id: string | null }>(sql`
    select ${logColumns}, content, campaign_id from email_log where id = ${id}`);
  const [row] = rows;
  return row ? { ...toLogEntry(row), content: row.content, campaignId: row.campaign_id } : null;
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

export type NewLinkMessage = {
  recipientEmail: string;
  mailboxKey: string;
  subject: string;
  content: string;
  link: MailedLink;
};

/**
 * Writes a message with a personal link that its maker sends at once, unless that mailbox has got or is about to get as
 * many as it may in 24 hours. Whoever asks for the same mailbox at the same moment waits here for the first.
 * @returns null when it was not written
 */
export async function insertLinkMessage(db: Db, message: NewLinkMessage): Promise<string | null> {
  const { recipientEmail, mailboxKey, subject, content, link } = message;
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`links ${mailboxKey}`}, 0))`);
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into email_log
        (recipient_email, mailbox_key, subject, content, email_type, lane, variables, status, next_attempt_at)
      select ${recipientEmail}, ${mailboxKey}, ${subject}, ${content}, 'transactional', 'link',
        ${JSON.stringify({ link })}::jsonb, 'pending', now() + interval '1 minute'
      where (
        select count(*) from email_log
        where mailbox_key = ${mailboxKey} and lane = 'link'
          and (status = 'pending' or departed_at > now() - interval '24 hours')
      ) < ${limits.linksPerDay}
      returning id`);
    return rows[0]?.id ?? null;
  });
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
 * Failed messages wait again, their attempts counted anew; none other does, a cancelled one least of all. They stay their
 * campaign's and count as waiting there. Of one that has ended they go with the direct messages, so that it stays ended.
 * @returns how many
 */
export async function requeueFailed(tx: Db, ids: string[]): Promise<number> {
  const failed = sql`id = any(${`{${ids.join(",")}}`}::uuid[]) and status = 'failed'`;
  await lockCampaignsOf(tx, failed);
  const { rows } = await tx.execute<{ count: number }>(sql`
    with requeued as (
      update email_log l
      set status = 'pending', error_message = null, attempts = 0, sent_at = null,
        next_attempt_at = case when lane = 'confirmation' then now() end,
        lane = case
          when exists (select 1 from campaigns c where c.id = l.campaign_id and c.status in ('completed', 'cancelled'))
          then 'direct' else lane end
      where ${failed}
      returning campaign_id
    ), counted as (
      update campaigns c set failed = c.failed - n.count
      from (select campaign_id, count(*)::int as count from requeued where campaign_id is not null group by 1) n
      where c.id = n.campaign_id
    )
    select count(*)::int as count from requeued`);
  return rows[0]?.count ?? 0;
}

export const logColumns = sql`id, recipient_email, recipient_name, subject, variables, status, email_type, error_message, attempts,
  next_attempt_at, waits_for_mailbox, sent_at, created_at`;

export type LogRow = {
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
  waits_for_mailbox: boolean;
  sent_at: Date | string | null;
  created_at: Date | string;
};

export function toLogEntry(row: LogRow): LogEntry {
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
    waitsForMailbox: row.waits_for_mailbox,
    sentAt: toDate(row.sent_at),
    createdAt: new Date(row.created_at),
  };
}

function toDate(value: Date | string | null): Date | null {
  return value === null ? null : new Date(value);
}
