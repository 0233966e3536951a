import { sql } from "drizzle-orm";
import { z } from "zod";
import { campaignKinds, emailStatuses, emailTypes } from "#contract/email.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow, rows } from "#server/lib/database/rows.ts";
import { lockCampaignsOf } from "./campaign-lock.queries.ts";
import { campaignHasEnded, countedInCampaigns } from "./campaigns.statement.ts";
import { additionsSchema } from "./leased-message.ts";
import { isSuperseded } from "./missing-recipients.statement.ts";
import { recipientVariablesSchema } from "./recipient-variables.ts";

/** A row of `logColumns`. */
export const logEntrySchema = z.object({
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
 * Failed messages wait again, their attempts counted anew; none other does, a cancelled one least of all, nor one whose campaign was
 * sent again to the same person since. They stay their
 * campaign's and count as waiting there. Of one that has ended they go with the direct messages, so that it stays ended.
 * @returns how many
 */
export async function requeueFailed(tx: Db, ids: string[]): Promise<number> {
  const failed = sql`id = any(${`{${ids.join(",")}}`}::uuid[]) and status = 'failed'`;
  await lockCampaignsOf(tx, failed);
  const { count } = await onlyRow(
    tx,
    z.object({ count: z.number() }),
    sql`
    with requeued as (
      update email_log l
      set status = 'pending', error_message = null, attempts = 0, sent_at = null, failed_at = null,
        next_attempt_at = case when lane = 'confirmation' then now() end,
        lane = case when ${campaignHasEnded(sql`l.campaign_id`)} then 'direct' else lane end
      where ${failed} and not ${isSuperseded(sql`l`, { uncertain: true })}
      returning campaign_id
    ), ${countedInCampaigns(
      ["failed"],
      sql`select campaign_id, -count(*)::int as failed from requeued where campaign_id is not null group by 1`,
    )}
    select count(*)::int as count from requeued`,
  );
  return count;
}

export const logColumns = sql`id, recipient_email as "recipientEmail", recipient_name as "recipientName", subject, variables, status,
  email_type as "emailType", error_message as "errorMessage", attempts, next_attempt_at as "nextAttemptAt",
  waits_for_mailbox as "waitsForMailbox", sent_at as "sentAt", created_at as "createdAt"`;
