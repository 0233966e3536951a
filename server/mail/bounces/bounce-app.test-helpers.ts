import { createMailApp, type MailApp } from "#server/mail/mail.test-helpers.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { mailboxOf } from "#test/support/inbox.ts";
import { createBounceEnvelope } from "../sending/bounce-envelope.ts";
import { applyEvents } from "./apply-events.service.ts";
import { readMail } from "./bounce-reader.ts";
import { bounceSample, type Sample } from "./bounces.test-helpers.ts";
import { type BounceMailReader, readMailboxIfDue } from "./mailbox.service.ts";
import { type Mailbox, MailboxError, type MailboxMessage } from "./open-mailbox.ts";

/** The recipient of the messages, unless a test names another. */
export const email = "zoe@exemple.fr";

/** The simulated bounce mailbox. */
type Inbox = {
  /** The messages by UID; `filed` ones were moved. */
  messages: Map<number, string>;
  filed: number[];
  /** False answers of the server. */
  lies: Partial<Mailbox>;
  /** The reason why the server cannot be reached; null while it can. */
  away: string | null;
  /** Parses a message; in the product a thread does. */
  bounceMail: Pick<BounceMailReader, "read">;
};

const emptyInbox = (): Inbox => ({
  messages: new Map(),
  filed: [],
  lies: {},
  away: null,
  bounceMail: { read: readMail },
});

export type BounceApp = Awaited<ReturnType<typeof createBounceApp>>;

/** Starts the application with a bounce mailbox, and helpers to fill and read it. */
export async function createBounceApp() {
  const inbox = emptyInbox();
  const openMailbox = async () => {
    if (inbox.away !== null) throw new MailboxError(inbox.away);
    return { ...mailboxOf(inbox), ...inbox.lies };
  };
  const context: MailApp = await createMailApp({ openMailbox });
  const envelope = () => createBounceEnvelope(context.dependencies.config);
  /** The dependencies of reading that the application does not have. */
  const readingParts = () => ({
    openMailbox,
    envelope: envelope(),
    readers: [],
    bounceMail: inbox.bounceMail,
  });
  const query = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
    (await context.database.pool.query(text, values)).rows as Row[];

  return {
    context,
    inbox,
    envelope,
    readingParts,
    query,

    async reset(): Promise<void> {
      await context.clear();
      await emptyTables(context.database, "admin_notices");
      await context.saveSettings({
        bounceEmail: "rebonds@tenue.example",
        imapHost: "imap.exemple.fr",
        imapUsername: "r",
      });
      Object.assign(inbox, emptyInbox());
    },

    messageOf(uid: number): MailboxMessage[] {
      const source = inbox.messages.get(uid);
      return source === undefined ? [] : [{ uid, source: Buffer.from(source) }];
    },

    async campaign(status = "running"): Promise<string> {
      const [row] = await query<{ id: string }>(
        `insert into campaigns (subject, content, recipient_type, status_filter, status, kind, reason, total, fingerprint, created_by)
         values ('Nouvelles', 'x', 'all', 'all', $1, 'news', 'x', 1, gen_random_uuid()::text, 'a@exemple.fr') returning id`,
        [status],
      );
      return row?.id ?? "";
    },

    /** Inserts a message that left this many days ago. */
    async sent(campaignId: string | null, { to = email, daysAgo = 0 } = {}): Promise<string> {
      const [row] = await query<{ id: string }>(
        `insert into email_log (recipient_email, subject, content, campaign_id, status, email_type, purpose, sent_at, departed_at, created_at)
         values ($1, 'Nouvelles', 'x', $2, 'sent', 'bulk', 'news', now() - $3::int * interval '1 day',
           now() - $3::int * interval '1 day', now() - $3::int * interval '1 day') returning id`,
        [to, campaignId, daysAgo],
      );
      return row?.id ?? "";
    },

    arrive(name: Sample, logId: string, change: (source: string) => string = (source) => source): void {
      const uid = Math.max(0, ...inbox.messages.keys(), ...inbox.filed) + 1;
      inbox.messages.set(uid, change(bounceSample(name, { logId, envelope: envelope() })));
    },

    async read({ andApply = true } = {}): Promise<boolean> {
      const parts = context.dependencies;
      await query("update bounce_mailbox set next_read_at = now() - interval '1 second'");
      const done = await readMailboxIfDue({ ...parts, ...readingParts() }, new AbortController().signal);
      if (andApply) await applyEvents(parts);
      return done;
    },

    suppressed: () =>
      query(
        "select scope, reason, until is not null as ends from suppressions where email_hash = address_hash($1)",
        [email],
      ),
    mailboxState: async () => (await query("select * from bounce_mailbox"))[0],
    notices: () => query("select kind, details from admin_notices where kind <> 'transport_changed'"),
    counts: async (id: string) =>
      (
        await query(
          "select bounced, unsubscribed, complained, status, paused_reason from campaigns where id = $1",
          [id],
        )
      )[0],
  };
}
