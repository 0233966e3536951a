import { sql } from "drizzle-orm";
import { skippedMessages } from "#contract/email.ts";
import { newsConsentOf } from "#server/features/privacy/consent/consents.statement.ts";
import { isStopped, reasonOf } from "#server/features/privacy/suppressions/suppressions.statement.ts";

/**
 * Whether a message may be sent at that moment: news to whoever agrees to news, other mail to whoever did not have all of it
 * stopped, and a link to everybody, who asked for it just now.
 * @param messages where its lane, purpose and recipient_hash are read
 */
export function mayBeSent(messages: "email_log" | "l" | "next") {
  const column = (name: string) => sql.raw(`${messages}.${name}`);
  const hash = column("recipient_hash");
  // What may_receive_news() and may_receive_mail() say, written out: a call of them costs more than what they look up.
  return sql`(case when ${column("lane")} = 'link' then true
    when ${column("purpose")} = 'news' then ${newsConsentOf(hash)} is not null and not ${isStopped("news", hash)}
    else not ${isStopped("all", hash)} end)`;
}

/** What an update makes of a message of `email_log` that may not be sent, with the reason. */
export const skippedState = sql`status = 'skipped', next_attempt_at = null, waits_for_mailbox = false,
  error_message = coalesce(${JSON.stringify(skippedMessages)}::jsonb ->> ${reasonOf(sql`email_log.recipient_hash`)},
    ${skippedMessages.unsubscribed})`;
