import { sql } from "drizzle-orm";
import type { EmailStatus, EmailType, RecipientVariables } from "#contract/email.ts";
import {
  campaignHasEnded,
  countedInCampaigns,
} from "#server/features/mailing/campaigns/campaigns.statement.ts";
import type { Db } from "#server/lib/database/database.ts";
import { lockCampaignsOf } from "./campaign-lock.repository.ts";

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
        lane = case when ${campaignHasEnded(sql`l.campaign_id`)} then 'direct' else lane end
      where ${failed}
      returning campaign_id
    ), ${countedInCampaigns(
      ["failed"],
      sql`select campaign_id, -count(*)::int as failed from requeued where campaign_id is not null group by 1`,
    )}
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
