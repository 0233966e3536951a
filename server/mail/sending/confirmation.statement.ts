import { type SQL, sql } from "drizzle-orm";
import type { Audience } from "#contract/audience.ts";
import { confirmationIsRequested } from "#server/mail/settings/settings.statement.ts";
import { activeTemplate } from "#server/mail/templates/templates.statement.ts";

/** What is needed beside the sign-up that is about to be stored. */
export type NewConfirmation = {
  signupId: string;
  audience: Audience;
  mailboxKey: string;
  /** Whether it asks to confirm the address whatever the settings say: news were agreed to, or a new link was asked for. */
  mustAsk: boolean;
};

/**
 * Writes the confirmation of each sign-up that the statement around it stores, if that template is active. A stranger may
 * sign somebody else up: it carries nothing that was typed but the address. A mailbox that is about to get one, or got one
 * within 24 hours, gets the next when they are over, and while that one waits no more are written for it. Its links are made when it
 * is sent; `variables.confirms` says that it is to have some.
 * Rows in the order of their mailboxes: two statements that share some wait for each other, never in a circle.
 */
export function confirmStored(confirmations: NewConfirmation[]): SQL {
  const column = (read: (confirmation: NewConfirmation) => string | boolean) =>
    sql.param(confirmations.map(read));
  return sql`
    insert into email_log (recipient_email, mailbox_key, subject, content, variables, template_id, status, email_type,
      lane, waits_for_mailbox, next_attempt_at)
    select asked.email, asked.mailbox_key, t.subject, t.content, jsonb_build_object('signupId', asked.id)
        || case when asked.must_ask or ${confirmationIsRequested} then jsonb_build_object('confirms', asked.audience) else '{}' end, t.id,
      'pending', 'transactional', 'confirmation', asked.place = 2,
      greatest(now() + make_interval(secs => coalesce(asked.confirmation_delay, 0)),
        case when asked.place = 2 then coalesce(asked.last, now()) + interval '24 hours' end)
    from (${activeTemplate("signup")}) t, (
      select stored.id, stored.email, item.confirmation_delay, mailbox.mailbox_key, mailbox.audience, mailbox.must_ask, earlier.last,
        earlier.count + row_number() over (partition by mailbox.mailbox_key order by stored.email) as place
      from stored join item using (id)
      join unnest(
        ${column(({ signupId }) => signupId)}::uuid[],
        ${column(({ mailboxKey }) => mailboxKey)}::text[], ${column(({ audience }) => audience)}::text[],
        ${column(({ mustAsk }) => mustAsk)}::bool[]
      ) as mailbox (id, mailbox_key, audience, must_ask) using (id)
      cross join lateral (
        select count(*) as count, max(departed_at) as last from (
          -- By the mailbox alone (offset 0): without statistics every message that waits would be gone through for each.
          select lane, status, departed_at from email_log where email_log.mailbox_key = mailbox.mailbox_key offset 0
        ) as known
        where lane = 'confirmation' and (status = 'pending' or departed_at > now() - interval '24 hours')
      ) as earlier
    ) as asked
    where asked.place <= 2
    order by asked.mailbox_key on conflict do nothing`;
}
