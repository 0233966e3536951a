import { sql } from "drizzle-orm";
import { skippedMessages } from "#contract/email.ts";

/** What an update makes of a message of `email_log` that `mail_permission` does not allow, with the reason. */
export const skippedState = sql`status = 'skipped', next_attempt_at = null, waits_for_mailbox = false,
  error_message = coalesce(${JSON.stringify(skippedMessages)}::jsonb ->> suppression_reason(email_log.recipient_hash),
    ${skippedMessages.unsubscribed})`;
