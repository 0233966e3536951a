import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { applyEvents } from "#server/mail/bounces/apply-events.service.ts";
import { readMail } from "#server/mail/bounces/bounce-reader.ts";
import { readMailboxIfDue } from "#server/mail/bounces/mailbox.service.ts";
import type { Mailbox } from "#server/mail/bounces/open-mailbox.ts";
import { createMailApp, type MailApp } from "#server/mail/mail.test-helpers.ts";
import { createBounceEnvelope } from "#server/mail/sending/bounce-envelope.ts";
import { countEvents } from "#server/mail/sending/campaign-figures.queries.ts";
import { emptyTables } from "#test/support/empty-tables.ts";

/** Anyone may write to the bounce mailbox. These tests show which reports pause a campaign or block an address. */
let context: MailApp;
let inbox: string[];

const openMailbox = async (): Promise<Mailbox> => ({
  uidValidity: 7,
  uidNext: inbox.length + 1,
  count: inbox.length,
  list: async () => inbox.map((_, index) => index + 1),
  read: async (uids) => uids.map((uid) => ({ uid, source: Buffer.from(inbox[uid - 1] ?? "") })),
  file: async () => {},
  close: async () => {},
});

beforeAll(async () => {
  context = await createMailApp({ openMailbox });
});
beforeEach(async () => {
  await context.clear();
  await emptyTables(context.database, "admin_notices");
  const mailbox = { imapHost: "imap.exemple.fr", imapUsername: "r" };
  await context.saveSettings({ bounceEmail: "rebonds@tenue.example", ...mailbox });
  await sql("delete from admin_notices");
  inbox = [];
});
afterAll(() => context.close());

const sql = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await context.database.pool.query(text, values)).rows as Row[];

type Message = { logId: string; recipient: string };

/** Sends a campaign with one message to each of `people`, all in different domains. */
async function sentCampaign(people = 5): Promise<{ id: string; messages: Message[] }> {
  const [campaign] = await sql<{ id: string }>(
    `insert into campaigns (subject, content, recipient_type, status_filter, status, kind, reason, total, fingerprint, created_by)
     values ('Nouvelles', 'x', 'all', 'all', 'running', 'news', 'x', 1, gen_random_uuid()::text, 'a@exemple.fr') returning id`,
  );
  const messages = await sql<Message>(
    `insert into email_log (recipient_email, subject, campaign_id, status, email_type, purpose, sent_at, departed_at, created_at)
     select 'p@domaine' || n || '.fr', 'Nouvelles', $1, 'sent', 'bulk', 'news', now(), now(), now() + n * interval '1 millisecond'
     from generate_series(1, $2::int) n returning id as "logId", recipient_email as recipient`,
    [campaign?.id, people],
  );
  return { id: campaign?.id ?? "", messages };
}

const sign = ({ logId }: Message) =>
  createBounceEnvelope(context.dependencies.config).address("rebonds@tenue.example", logId);

const freeText =
  "550 5.7.1 \u202eVotre compte est suspendu\u202c » Le support de Tenue\u00a0: écrivez à aide@pirate.example";

/** The fields that an attacker changes in a report. `to`: its recipient, by default the mailbox's own address, without a signature. */
type Changes = { status?: string; to?: string; number?: number };

function failure(of: Message, changes: Changes = {}): string {
  const { status = "5.7.1", to = "rebonds@tenue.example", number = 0 } = changes;
  const { logId, recipient } = of;
  return `From: MAILER-DAEMON@pirate.example
To: ${to}
Subject: Undelivered Mail Returned to Sender
Message-ID: <${number}.${logId}@pirate.example>
In-Reply-To: <${logId}@tenue.example>
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; pirate.example

Final-Recipient: rfc822; ${recipient}
Action: failed
Status: ${status}
Diagnostic-Code: smtp; ${freeText.replace("5.7.1", status)}

--b
Content-Type: text/rfc822-headers

Message-ID: <${logId}@tenue.example>
Return-Path: <rebonds+${logId}.aaaaaaaa@tenue.example>

--b--
`;
}

const complaint = (
  { logId, recipient }: Message,
  { to = "rebonds@tenue.example" }: Changes = {},
) => `From: abuse@pirate.example
To: ${to}
Subject: FW: Nouvelles
Content-Type: multipart/report; report-type=feedback-report; boundary="b"

--b
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: ${freeText}
Version: 1
Original-Mail-From: <rebonds+${logId}.aaaaaaaa@tenue.example>
Original-Rcpt-To: <${recipient}>

--b
Content-Type: text/rfc822-headers

Message-ID: <${logId}@tenue.example>

--b--
`;

async function receive(...reports: string[]): Promise<void> {
  inbox.push(...reports);
  await sql("update bounce_mailbox set next_read_at = now() - interval '1 second'");
  const envelope = createBounceEnvelope(context.dependencies.config);
  const parts = {
    ...context.dependencies,
    envelope,
    openMailbox,
    readers: [],
    bounceMail: { read: readMail },
  };
  expect(await readMailboxIfDue(parts, new AbortController().signal)).toBe(true);
  await applyEvents(context.dependencies);
}

const campaignState = async (id: string) =>
  (await sql("select status, paused_reason, bounced, complained from campaigns where id = $1", [id]))[0];
const blockedAddresses = () =>
  sql(
    `select reason, email_hash = address_hash('p@domaine1.fr') as "isOwn" from suppressions order by reason`,
  );
const notices = () => sql("select kind from admin_notices");
const noMessage: Message = { logId: "", recipient: "" };
const untouched = { status: "running", paused_reason: null, bounced: 0, complained: 0 };

describe("reports without our signature", () => {
  test.each([
    ["of refusals for policy", (message: Message) => failure(message)],
    ["of mailboxes that do not exist", (message: Message) => failure(message, { status: "5.1.1" })],
    ["of mailboxes that are full", (message: Message) => failure(message, { status: "5.2.2" })],
    ["of complaints", (message: Message) => complaint(message)],
    [
      "in plain text",
      ({ logId, recipient }: Message) =>
        `From: MAILER-DAEMON@x\nX-Failed-Recipients: ${recipient}\nTo: rebonds@tenue.example\nSubject: Undelivered mail\n\n550 5.1.1 unknown user\n\n--- copy of the message\n\nMessage-ID: <${logId}@tenue.example>\n`,
    ],
  ])(
    "unsigned reports %s pause no campaign, suppress no address and are not counted",
    async (_what, write) => {
      const campaigns = [await sentCampaign(), await sentCampaign(), await sentCampaign()];
      await receive(...campaigns.flatMap(({ messages }) => messages.map((message) => write(message))));
      for (const { id } of campaigns) {
        expect(await campaignState(id)).toEqual(untouched);
        expect(await countEvents(context.db, id, "day")).toEqual([]);
      }
      expect([await blockedAddresses(), await notices()]).toEqual([[], []]);
    },
  );

  test("unsigned reports are stored with their message, once for each kind, and marked as unverified", async () => {
    const [message = noMessage] = (await sentCampaign(1)).messages;
    const again = [1, 2, 3, 4, 5].map((number) => failure(message, { number }));
    await receive(...again, complaint(message));
    const answer = await context.request("GET", `/email/log/${message.logId}`);
    expect(await answer.json()).toMatchObject({
      events: [
        {
          kind: "blocked",
          source: "mailbox",
          statusCode: "5.7.1",
          verified: false,
          serverWords: expect.stringContaining("550 5.7.1 Votre compte est suspendu"),
        },
        { kind: "complaint", source: "mailbox", verified: false },
      ],
    });
  });

  test("an unsigned report does not hide a later signed one, which counts and raises a notice", async () => {
    const { id, messages } = await sentCampaign(2);
    const [gone = noMessage, refused = noMessage] = messages;
    await receive(failure(gone, { status: "5.1.1" }), failure(refused));
    await receive(
      failure(gone, { status: "5.1.1", to: sign(gone) }),
      failure(refused, { to: sign(refused) }),
    );
    expect(await campaignState(id)).toMatchObject({ status: "running", bounced: 2 });
    expect(await blockedAddresses()).toMatchObject([{ reason: "bounced" }]);
    expect(await notices()).toEqual([{ kind: "campaign_blocked" }]);
  });

  test("an unsigned report does not turn a delivered message into a bounced one", async () => {
    const sent: Message[] = [];
    for (const daysAgo of [9, 8, 7, 6]) {
      const [message = noMessage] = (await sentCampaign(1)).messages;
      const older = "update email_log set departed_at = now() - $1::int * interval '1 day' where id = $2";
      await sql(older, [daysAgo, message.logId]);
      sent.push(message);
    }
    const [first = noMessage, second = noMessage, arrived = noMessage, last = noMessage] = sent;
    const full = (message: Message) => failure(message, { status: "5.2.2", to: sign(message) });
    await receive(full(first), full(second), failure(arrived, { status: "5.2.2" }), full(last));
    expect(await blockedAddresses()).toEqual([]);
  });
});

describe("the signature of one message", () => {
  test("a message's signature is valid for no other message, regardless of the Message-IDs and addresses in the report", async () => {
    const { id, messages } = await sentCampaign();
    const [own = noMessage, ...others] = messages;
    const to = sign(own);
    await receive(
      ...others.map((message) => failure(message, { to })),
      ...others.map((message) => failure(message, { status: "5.1.1", to })),
      ...others.map((message) => complaint(message, { to })),
    );
    expect(await campaignState(id)).toMatchObject({ status: "running", bounced: 1, complained: 1 });
    expect(await blockedAddresses()).toEqual([
      { reason: "bounced", isOwn: true },
      { reason: "complained", isOwn: true },
    ]);
  });

  test("five signed refusals pause the campaign, and the notice quotes their words as those of a report", async () => {
    const { id, messages } = await sentCampaign();
    await receive(...messages.map((message) => failure(message, { to: sign(message) })));
    expect(await campaignState(id)).toMatchObject({ status: "paused", bounced: 5 });
    expect(await sql("select paused_reason as reason from campaigns")).toEqual([
      {
        reason:
          'Des serveurs refusent ces messages (5 des 5 derniers). Citation du rapport\u00a0: «\u00a0550 5.7.1 Votre compte est suspendu " Le support de Tenue : écrivez à aide@pirate.example\u00a0»',
      },
    ]);
    expect(await blockedAddresses()).toEqual([]);
  });

  test("five addresses below one domain pause no campaign, because one owner refuses them", async () => {
    const { id, messages } = await sentCampaign();
    await sql("update email_log set recipient_email = replace(recipient_email, '.fr', '.pirate.fr')");
    await receive(...messages.map((message) => failure(message, { to: sign(message) })));
    expect(await campaignState(id)).toMatchObject({ status: "running", bounced: 5 });
  });
});
