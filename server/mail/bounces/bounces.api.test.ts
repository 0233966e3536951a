import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { privacyPeriods } from "#contract/privacy.ts";
import { createMailApp, type MailApp, soon } from "#server/mail/mail.test-helpers.ts";
import { countEvents } from "#server/mail/sending/campaign-figures.queries.ts";
import { smtpOutcome } from "#server/mail/transports/smtp-outcome.rules.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { mailboxOf } from "#test/support/inbox.ts";
import { createBounceEnvelope } from "../sending/bounce-envelope.ts";
import { applyEvents } from "./apply-events.service.ts";
import { readMail } from "./bounce-reader.ts";
import { bounceSample, type Sample } from "./bounces.test-helpers.ts";
import { anonymizeOldEvents, bounceHandlers, noteUnsubscribed } from "./events.service.ts";
import { type BounceMailReader, createBounceMailReader, readMailboxIfDue } from "./mailbox.service.ts";
import { type Mailbox, MailboxError, type MailboxMessage } from "./open-mailbox.ts";

let context: MailApp;
/** The messages in the mailbox, by UID; `filed` ones were moved. */
let inbox: Map<number, string>;
let filed: number[];
let lies: Partial<Mailbox>;
let away: string | null;

const mailbox = (): Mailbox => ({ ...mailboxOf({ messages: inbox, filed }), ...lies });
function messageOf(uid: number): MailboxMessage[] {
  const source = inbox.get(uid);
  return source === undefined ? [] : [{ uid, source: Buffer.from(source) }];
}
const openMailbox = async () => {
  if (away !== null) throw new MailboxError(away);
  return mailbox();
};

beforeAll(async () => {
  context = await createMailApp({ openMailbox });
});
beforeEach(async () => {
  await context.clear();
  await emptyTables(context.database, "admin_notices");
  await context.saveSettings({
    bounceEmail: "rebonds@tenue.example",
    imapHost: "imap.exemple.fr",
    imapUsername: "r",
  });
  [inbox, filed, lies, away] = [new Map(), [], {}, null];
  bounceMail = { read: readMail };
});
afterAll(() => context.close());

const email = "zoe@exemple.fr";
const query = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await context.database.pool.query(text, values)).rows as Row[];

async function campaign(status = "running"): Promise<string> {
  const [row] = await query<{ id: string }>(
    `insert into campaigns (subject, content, recipient_type, status_filter, status, kind, reason, total, fingerprint, created_by)
     values ('Nouvelles', 'x', 'all', 'all', $1, 'news', 'x', 1, gen_random_uuid()::text, 'a@exemple.fr') returning id`,
    [status],
  );
  return row?.id ?? "";
}

/** A message that left so many days ago. */
async function sent(campaignId: string | null, { to = email, daysAgo = 0 } = {}): Promise<string> {
  const [row] = await query<{ id: string }>(
    `insert into email_log (recipient_email, subject, content, campaign_id, status, email_type, purpose, sent_at, departed_at, created_at)
     values ($1, 'Nouvelles', 'x', $2, 'sent', 'bulk', 'news', now() - $3::int * interval '1 day',
       now() - $3::int * interval '1 day', now() - $3::int * interval '1 day') returning id`,
    [to, campaignId, daysAgo],
  );
  return row?.id ?? "";
}

const envelope = () => createBounceEnvelope(context.dependencies.config);
function arrive(name: Sample, logId: string, change: (source: string) => string = (source) => source): void {
  const uid = Math.max(0, ...inbox.keys(), ...filed) + 1;
  inbox.set(uid, change(bounceSample(name, { logId, envelope: envelope() })));
}

async function read({ afterMinutes = 0, andApply = true } = {}): Promise<boolean> {
  const parts = context.dependencies;
  await query("update bounce_mailbox set next_read_at = now() - interval '1 second'");
  const now = () => new Date(Date.now() + afterMinutes * 60_000);
  const deps = { ...parts, now, ...readingParts() };
  const done = await readMailboxIfDue(deps, new AbortController().signal);
  if (andApply) await applyEvents(parts);
  return done;
}
/** What the reading needs beside the application's parts; `bounceMail` works here as its thread does there. */
const readingParts = () => ({
  openMailbox,
  envelope: envelope(),
  readers: [],
  bounceMail,
});
let bounceMail: Pick<BounceMailReader, "read"> = { read: readMail };

const suppressed = () =>
  query(
    "select scope, reason, until is not null as ends from suppressions where email_hash = address_hash($1)",
    [email],
  );
const mailboxState = async () => (await query("select * from bounce_mailbox"))[0];
const notices = async () =>
  (await query("select kind, details from admin_notices where kind <> 'transport_changed'")).map(
    (row) => row,
  );
const counts = async (id: string) =>
  (
    await query(
      "select bounced, unsubscribed, complained, status, paused_reason from campaigns where id = $1",
      [id],
    )
  )[0];

describe("a message that comes back", () => {
  test("a message that comes back for an unknown mailbox blocks all mail at once, is counted, and is moved out of the inbox", async () => {
    const id = await campaign();
    arrive("postfix", await sent(id));
    await read();
    expect(await suppressed()).toEqual([{ scope: "all", reason: "bounced", ends: false }]);
    expect(await counts(id)).toMatchObject({ bounced: 1, complained: 0 });
    expect([filed, inbox.size]).toEqual([[1], 0]);
    expect(await countEvents(context.db, id, "day")).toMatchObject([{ bounced: 1, complained: 0 }]);
  });

  test("a message that comes back reported twice, in another mail or after a second reading, is one event, counted once", async () => {
    const id = await campaign();
    const logId = await sent(id);
    arrive("postfix", logId);
    arrive("exchange", logId);
    arrive("arf", logId);
    arrive("arf", logId, (source) => source.replace("rapport-81230", "rapport-81231"));
    await read();
    inbox.set(1, bounceSample("postfix", { logId, envelope: envelope() }));
    lies = { uidValidity: 8 };
    await read();
    expect(await counts(id)).toMatchObject({ bounced: 1, complained: 1 });
    expect(await query("select kind from email_events order by 1")).toEqual([
      { kind: "complaint" },
      { kind: "hard" },
    ]);
  });

  test("a message that comes back softly is forgiven twice, and stops news for 90 days with the third campaign", async () => {
    for (const daysAgo of [9, 6, 3]) {
      expect(await suppressed()).toEqual([]);
      arrive("exim", await sent(await campaign("completed"), { daysAgo }));
      await read();
    }
    expect(await suppressed()).toEqual([{ scope: "news", reason: "bounced", ends: true }]);
    const [row] = await query<{ days: number }>(
      "select round(extract(epoch from until - now()) / 86400)::int as days from suppressions",
    );
    expect(row?.days).toBe(90);
    arrive("postfix", await sent(await campaign()));
    await read();
    expect(await suppressed()).toEqual([{ scope: "all", reason: "bounced", ends: false }]);
  });

  test("a message that comes back softly resets its count when a message was delivered in between", async () => {
    arrive("exim", await sent(await campaign("completed"), { daysAgo: 9 }));
    arrive("exim", await sent(await campaign("completed"), { daysAgo: 6 }));
    await sent(await campaign("completed"), { daysAgo: 4 });
    arrive("exim", await sent(await campaign("completed"), { daysAgo: 3 }));
    await read();
    expect(await suppressed()).toEqual([]);
  });

  test("a message that comes back as a complaint stops news permanently", async () => {
    const id = await campaign();
    arrive("arf", await sent(id));
    await read();
    expect(await suppressed()).toEqual([{ scope: "news", reason: "complained", ends: false }]);
    expect(await counts(id)).toMatchObject({ complained: 1, bounced: 0 });
  });

  test("a message that comes back by policy never blocks the address: admins get a notice, and five of a hundred in three domains pause the campaign", async () => {
    const id = await campaign();
    const ids: string[] = [];
    const domains = ["exemple.fr", "mail.exemple.fr", "exemple.fr", "exemple.org", "exemple.net"];
    for (const [n, domain] of domains.entries())
      ids.push(await sent(id, { to: `p${n}@${domain}`, daysAgo: 5 - n }));
    for (const logId of ids.slice(0, 4)) arrive("gmail", logId);
    await read();
    expect(await counts(id)).toMatchObject({ status: "running", bounced: 4 });
    expect(await notices()).toMatchObject([
      {
        kind: "campaign_blocked",
        details: {
          campaignId: id,
          paused: false,
          subject: "Nouvelles",
          source: "mailbox",
          statusCode: "5.7.26",
        },
      },
    ]);
    arrive("gmail", ids[4] ?? "");
    await read();
    expect(await query("select id from suppressions")).toEqual([]);
    expect(await counts(id)).toMatchObject({
      status: "paused",
      paused_reason: expect.stringMatching(
        /^Des serveurs refusent ces messages \(5 des 5 derniers\)\. Citation du rapport\u00a0: «\u00a0550-5\.7\.26 .*\u00a0»$/,
      ),
    });
    expect(await notices()).toMatchObject([{}, { details: { campaignId: id, paused: true } }]);
  });

  test("a message that comes back refused for what it is in one domain alone pauses the campaign from ten of a hundred on", async () => {
    const id = await campaign();
    const ids: string[] = [];
    for (let n = 1; n <= 10; n += 1) ids.push(await sent(id, { to: `p${n}@exemple.fr`, daysAgo: 20 - n }));
    for (const logId of ids.slice(0, 9)) arrive("gmail", logId);
    await read();
    expect(await counts(id)).toMatchObject({ status: "running", bounced: 9 });
    arrive("gmail", ids[9] ?? "");
    await read();
    expect(await counts(id)).toMatchObject({ status: "paused", bounced: 10 });
  });

  test("a message that comes back by policy in few cases causes one notice, and the campaign continues", async () => {
    const id = await campaign();
    for (const daysAgo of [9, 8, 7]) arrive("gmail", await sent(id, { daysAgo }));
    await query(
      `insert into email_log (recipient_email, subject, campaign_id, status, email_type, departed_at, created_at)
       select 'p' || n || '@exemple.fr', 'Nouvelles', $1, 'sent', 'bulk', now(), now() - interval '5 days' from generate_series(1, 100) n`,
      [id],
    );
    for (const daysAgo of [2, 1]) arrive("gmail", await sent(id, { daysAgo }));
    await read();
    expect(await counts(id)).toMatchObject({ status: "running", bounced: 5 });
    expect(await notices()).toHaveLength(1);
  });

  test.each(["delayed", "auto-reply"] as const)(
    "a message that comes back: %s: nothing follows, and it is put aside",
    async (name) => {
      arrive(name, await sent(await campaign()));
      await read();
      expect([await suppressed(), filed]).toEqual([[], [1]]);
      expect(await query("select id from email_events")).toEqual([]);
    },
  );
});

test("a report of a message that has not left changes nothing", async () => {
  const logId = await sent(await campaign());
  await query("update email_log set status = 'pending', departed_at = null");
  arrive("postfix", logId);
  await read();
  expect([await suppressed(), await query("select id from email_events")]).toEqual([[], []]);
});

describe("the mailbox", () => {
  test("the mailbox keeps a message that it does not understand, and reads it once", async () => {
    inbox.set(4, "From: Zoé <zoe@exemple.fr>\nSubject: Bonjour\n\nMerci !");
    let readings = 0;
    lies = {
      async read(uids) {
        readings += uids.length;
        return uids.flatMap((uid) => messageOf(uid));
      },
    };
    await read();
    await read();
    expect([[...inbox.keys()], filed, readings]).toEqual([[4], [], 1]);
    expect(await mailboxState()).toMatchObject({
      last_uid: "4",
      uid_validity: "7",
      failures: 0,
      error: null,
    });
  });

  test("the mailbox that cannot be reached shows the reason, is retried with backoff, and appears on the dashboard after the third failure", async () => {
    away = "Le serveur IMAP refuse l’identifiant ou le mot de passe : vérifiez-les dans les paramètres.";
    const pauses: number[] = [];
    for (let failures = 1; failures <= 5; failures += 1) {
      expect(await read()).toBe(false);
      const [row] = await query<{ minutes: number }>(
        "select round(extract(epoch from next_read_at - now()) / 60)::int as minutes from bounce_mailbox",
      );
      pauses.push(row?.minutes ?? 0);
      expect(await notices()).toHaveLength(failures < 3 ? 0 : 1);
    }
    expect(pauses).toEqual([2, 5, 15, 60, 60]);
    const status = await (await context.request("GET", "/email/bounce-mailbox")).json();
    expect(status).toMatchObject({ failures: 5, error: away, lastReadAt: null });
    away = null;
    expect(await read()).toBe(true);
    expect(await mailboxState()).toMatchObject({ failures: 0, error: null, failing_since: null });
  });

  test("the mailbox is read by one of two instances", async () => {
    let opened = 0;
    lies = {
      async list() {
        opened += 1;
        return [];
      },
    };
    await query("update bounce_mailbox set next_read_at = now() - interval '1 second'");
    const deps = { ...context.dependencies, ...readingParts() };
    const { signal } = new AbortController();
    await Promise.all([readMailboxIfDue(deps, signal), readMailboxIfDue(deps, signal)]);
    expect(opened).toBe(1);
  });

  test("the mailbox stores each message's UID separately, so that an interrupted process resumes behind the last one", async () => {
    const campaignId = await campaign();
    for (let count = 0; count < 3; count += 1) arrive("postfix", await sent(campaignId));
    let messages = 0;
    bounceMail = {
      read: (source) => {
        messages += 1;
        if (messages === 2) throw new Error("the process ended here");
        return readMail(source);
      },
    };
    await expect(read()).rejects.toThrow("the process ended here");
    expect(await mailboxState()).toMatchObject({ last_uid: "1" });
  });

  test("the mailbox skips a report that is too large to read, and reads those behind it", async () => {
    const campaignId = await campaign();
    // Without a limit it is understood as well.
    arrive("postfix", await sent(campaignId), (source) =>
      source.replace(/^To: /m, `To: ${"a:b,".repeat(50_000)}`),
    );
    arrive("postfix", await sent(campaignId));
    // A limit that no machine keeps, however quick it is.
    const [hasty, usual] = [createBounceMailReader({ limitMs: 20 }), createBounceMailReader()];
    bounceMail = { read: (source) => (source.length > 100_000 ? hasty : usual).read(source) };
    await read();
    await Promise.all([hasty.close(), usual.close()]);
    expect(filed).toEqual([2]);
    expect(await mailboxState()).toMatchObject({ last_uid: "2" });
  });

  test.each([
    ["beyond 32 bits", { list: async () => [5_000_000_000] }],
    ["beyond UIDNEXT", { list: async () => [1, 4_000_000_000] }],
    ["below one", { list: async () => [0, 1] }],
    ["that are none", { uidNext: Number.NaN }],
  ])(
    "the mailbox whose UIDs are %s is not trusted: nothing is skipped, and the fault is reported",
    async (_what, lie) => {
      const id = await campaign();
      arrive("postfix", await sent(id));
      lies = lie;
      expect(await read()).toBe(false);
      expect((await mailboxState())?.error).toContain("numéros impossibles");
      lies = {};
      await read();
      expect(await counts(id)).toMatchObject({ bounced: 1 });
    },
  );

  test("the mailbox that repeats messages, adds unrequested ones and goes back is read once", async () => {
    const id = await campaign();
    for (let n = 0; n < 3; n += 1) arrive("postfix", await sent(id));
    lies = {
      list: async () => [3, 1, 1, 2, 3, 3],
      read: async () => [
        ...messageOf(2),
        ...messageOf(1),
        ...messageOf(1),
        ...messageOf(3),
        { uid: 99, source: Buffer.from("x") },
      ],
    };
    await read();
    expect(await counts(id)).toMatchObject({ bounced: 3 });
    lies = {};
    [inbox, filed] = [new Map(), []];
    arrive("postfix", await sent(id)); // UID 1 again, with the same UIDVALIDITY
    await read();
    expect(await counts(id)).toMatchObject({ bounced: 4 });
  });

  test("the mailbox is read from its beginning when the settings lead elsewhere", async () => {
    inbox.set(9, "From: a@b.example\n\nBonjour");
    await read();
    await context.saveSettings({ imapHost: "imap.ailleurs.example" });
    expect(await mailboxState()).toMatchObject({ last_uid: "0", uid_validity: null });
  });

  test("the mailbox is tested on demand, and reports what it holds", async () => {
    inbox.set(1, "x");
    const check = async () => (await context.request("POST", "/email/bounce-mailbox/test")).json();
    expect(await check()).toEqual({ ok: true, message: "Connexion réussie\u00a0: 1 message dans la boîte." });
    away = "Le serveur IMAP ne répond pas.";
    expect(await check()).toEqual({ ok: false, message: away });
    await context.saveSettings({ imapHost: null });
    expect(await check()).toMatchObject({ ok: false });
  });
});

test("an event whose process was killed is applied once, by any instance", async () => {
  const id = await campaign();
  arrive("postfix", await sent(id));
  await read({ andApply: false });
  expect(await suppressed()).toEqual([]);
  await Promise.all([1, 2, 3].map(() => applyEvents(context.dependencies)));
  await applyEvents(context.dependencies);
  expect([await suppressed(), await counts(id)]).toMatchObject([[{ scope: "all" }], { bounced: 1 }]);
});

test("a refusal in the SMTP dialogue follows the same rules, and is no bounce beside the failure", async () => {
  const refusal = { kind: "hard", statusCode: "5.1.1", words: "550 5.1.1 nobody" } as const;
  context.recorder.outcome = () => ({ type: "refused", message: refusal.words, refusal });
  const single = { recipientEmail: email, subject: "Objet", content: "Bonjour" };
  await context.request("POST", "/email/single", single);
  await applyEvents(context.dependencies);
  expect(await suppressed()).toEqual([{ scope: "all", reason: "bounced", ends: false }]);
  expect(await query("select source, status_code, server_words from email_events")).toEqual([
    { source: "smtp", status_code: "5.1.1", server_words: "550 5.1.1 nobody" },
  ]);
});

test.each([
  ["a draft's test", "/email/test-message", { subject: "Objet", content: "Bonjour" }],
  ["the test of the settings", "/email/test", undefined],
  ["a single message to oneself", "/email/single", "oneself"],
])("%s that is refused or reported blocks no address, and the next one leaves", async (_what, path, body) => {
  const refusal = { kind: "hard", statusCode: "5.1.1", words: "550 5.1.1 nobody" } as const;
  const oneself = {
    recipientEmail: context.admin.admin.email.toUpperCase(),
    subject: "Objet",
    content: "Bonjour",
  };
  const send = () => context.request("POST", path, body === "oneself" ? oneself : body);
  context.recorder.outcome = () => ({ type: "refused", message: refusal.words, refusal });
  await send();
  await query(
    `insert into email_events (dedupe_key, kind, source, log_id, recipient_hash)
     select 'arf', 'complaint', 'mailbox', id, recipient_hash from email_log`,
  );
  await applyEvents(context.dependencies);
  expect(await query("select kind from email_events where applied_at is not null order by 1")).toEqual([
    { kind: "complaint" },
    { kind: "hard" },
  ]);
  expect(await query("select id from suppressions")).toEqual([]);
  context.recorder.outcome = () => ({ type: "sent" });
  await send();
  expect(context.recorder.sent).toHaveLength(2);
});

const rateRefusal =
  "550 Requested action not taken: mailbox unavailable, too many messages from your network";

test("mailboxes that are unavailable by policy or rate in the SMTP dialogue pause the campaign", async () => {
  const error = { code: "EENVELOPE", responseCode: 550, response: rateRefusal };
  const gates = new Map([5, 6].map((n) => [n, Promise.withResolvers<void>()]));
  let tried = 0;
  context.recorder.outcome = async () => {
    tried += 1;
    await gates.get(tried)?.promise;
    return smtpOutcome(Object.assign(new Error(rateRefusal), error), { begun: false });
  };
  const id = await campaign();
  const domains = ["exemple.fr", "exemple.fr", "exemple.org", "exemple.net", "exemple.fr", "exemple.fr"];
  for (const [n, domain] of domains.entries()) await sent(id, { to: `p${n}@${domain}`, daysAgo: 9 - n });
  await query(
    "update email_log set status = 'pending', lane = 'campaign', purpose = 'service', sent_at = null, departed_at = null",
  );
  await query("update campaigns set total = 6 where id = $1", [id]);
  context.startWorker();
  await vi.waitFor(() => expect(tried).toBe(5), soon);
  await applyEvents(context.dependencies);
  expect(await counts(id)).toMatchObject({ status: "running" });
  gates.get(5)?.resolve();
  await vi.waitFor(() => expect(tried).toBe(6), soon);
  await applyEvents(context.dependencies);
  expect(await query("select distinct kind, source from email_events")).toEqual([
    { kind: "soft", source: "smtp" },
  ]);
  expect(await counts(id)).toMatchObject({ status: "paused" });
  expect(await notices()).toMatchObject([{ kind: "campaign_blocked", details: { paused: true } }]);
  gates.get(6)?.resolve();
});

test.each([
  ["by rate do not stop news to any address", rateRefusal, []],
  ["without a reason stop the address's news", "550 mailbox unavailable", [{ scope: "news" }]],
])("refusals of three campaigns %s", async (_what, words, expected) => {
  for (const daysAgo of [9, 6, 3]) {
    const [id, hash] = [
      await campaign("completed"),
      await query<{ hash: string }>("select address_hash($1) as hash", [email]),
    ];
    await query(
      `insert into email_events (dedupe_key, kind, source, log_id, campaign_id, recipient_hash, server_words)
       values ($1, 'soft', 'smtp', $2, $3, $4, $5)`,
      [`smtp:${daysAgo}`, await sent(id, { daysAgo }), id, hash[0]?.hash, words],
    );
  }
  await query("update email_log set status = 'failed'");
  await applyEvents(context.dependencies);
  expect(await suppressed()).toMatchObject(expected);
});

test("counts an unsubscribe once, for the last news that the person got", async () => {
  const [before, last] = [await campaign("completed"), await campaign("completed")];
  await sent(before, { daysAgo: 3 });
  await sent(last, { daysAgo: 1 });
  const [hash] = await query<{ hash: string }>("select address_hash($1) as hash", [email]);
  for (let n = 0; n < 2; n += 1) await context.db.transaction((tx) => noteUnsubscribed(tx, hash?.hash ?? ""));
  await applyEvents(context.dependencies);
  expect([await counts(before), await counts(last)]).toMatchObject([
    { unsubscribed: 0 },
    { unsubscribed: 1 },
  ]);
});

test("keeps the outcome of an erased person's message without the person", async () => {
  const id = await campaign();
  arrive("postfix", await sent(id));
  await read();
  const [hash] = await query<{ hash: string }>("select address_hash($1) as hash", [email]);
  await context.db.transaction(async (tx) => {
    await bounceHandlers.erased?.(tx, { emailHashes: [hash?.hash ?? ""], asked: true, source: "test" });
  });
  expect(JSON.stringify(await query("select * from email_events"))).not.toContain("zoe");
  expect(await query("select kind, recipient_hash from email_events")).toEqual([
    { kind: "hard", recipient_hash: "" },
  ]);
});

const { mailAddressMonths } = privacyPeriods;

test(`what servers said goes after ${mailAddressMonths} months, with whose message it was; what became of it stays`, async () => {
  const id = await campaign();
  arrive("postfix", await sent(id));
  arrive("postfix", await sent(id, { to: "lea@exemple.fr" }));
  await read();
  const age =
    "update email_events set at = now() - make_interval(months => $1) - interval '1 day' where id = $2";
  const [young, old] = await query<{ id: string }>("select id from email_events order by id");
  await query(age, [mailAddressMonths - 1, young?.id]);
  await query(age, [mailAddressMonths, old?.id]);
  await anonymizeOldEvents(context.dependencies);
  const left = await query(
    "select kind, recipient_hash <> '' as known, server_words, headers from email_events order by id",
  );
  expect(left).toMatchObject([
    { kind: "hard", known: true, server_words: expect.stringContaining("550") },
    { kind: "hard", known: false, server_words: null, headers: null },
  ]);
});
