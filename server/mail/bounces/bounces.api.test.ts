import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { privacyPeriods } from "#contract/privacy.ts";
import { soon } from "#server/mail/mail.test-helpers.ts";
import { countEvents } from "#server/mail/sending/campaign-figures.queries.ts";
import { smtpOutcome } from "#server/mail/transports/smtp-outcome.rules.ts";
import { applyEvents } from "./apply-events.service.ts";
import { type BounceApp, createBounceApp, email } from "./bounce-app.test-helpers.ts";
import { bounceSample } from "./bounces.test-helpers.ts";
import { anonymizeOldEvents, bounceHandlers, noteUnsubscribed } from "./events.service.ts";

let app: BounceApp;
beforeAll(async () => {
  app = await createBounceApp();
});
beforeEach(() => app.reset());
afterAll(() => app.context.close());

describe("a message that comes back", () => {
  test("a bounce for an unknown mailbox blocks all mail, is counted, and is moved out of the inbox", async () => {
    const id = await app.campaign();
    app.arrive("postfix", await app.sent(id));
    await app.read();
    expect(await app.suppressed()).toEqual([{ scope: "all", reason: "bounced", ends: false }]);
    expect(await app.counts(id)).toMatchObject({ bounced: 1, complained: 0 });
    expect([app.inbox.filed, app.inbox.messages.size]).toEqual([[1], 0]);
    expect(await countEvents(app.context.db, id, "day")).toMatchObject([{ bounced: 1, complained: 0 }]);
  });

  test("a bounce reported twice, in another mail or after a second reading, is one event, counted once", async () => {
    const id = await app.campaign();
    const logId = await app.sent(id);
    app.arrive("postfix", logId);
    app.arrive("exchange", logId);
    app.arrive("arf", logId);
    app.arrive("arf", logId, (source) => source.replace("rapport-81230", "rapport-81231"));
    await app.read();
    app.inbox.messages.set(1, bounceSample("postfix", { logId, envelope: app.envelope() }));
    app.inbox.lies = { uidValidity: 8 };
    await app.read();
    expect(await app.counts(id)).toMatchObject({ bounced: 1, complained: 1 });
    expect(await app.query("select kind from email_events order by 1")).toEqual([
      { kind: "complaint" },
      { kind: "hard" },
    ]);
  });

  test("several bounces of one message count once in the chart of a campaign, and none of a refused message, as in its total", async () => {
    const id = await app.campaign();
    const [bounced, refused] = [await app.sent(id), await app.sent(id, { to: "max@exemple.fr" })];
    await app.query(
      `insert into email_events (dedupe_key, kind, source, log_id, campaign_id, recipient_hash, applied_at)
       values ('smtp:1', 'hard', 'smtp', $1, $2, '', now())`,
      [refused, id],
    );
    app.arrive("exim", bounced);
    await app.read();
    app.arrive("postfix", bounced);
    app.arrive("postfix", refused);
    await app.read();
    expect(await app.query("select kind from email_events where source = 'mailbox'")).toHaveLength(3);
    expect(await app.counts(id)).toMatchObject({ bounced: 1 });
    expect(await countEvents(app.context.db, id, "day")).toMatchObject([{ bounced: 1 }]);
  });

  test("the third campaign with a soft bounce stops news for 90 days", async () => {
    for (const daysAgo of [9, 6, 3]) {
      expect(await app.suppressed()).toEqual([]);
      app.arrive("exim", await app.sent(await app.campaign("completed"), { daysAgo }));
      await app.read();
    }
    expect(await app.suppressed()).toEqual([{ scope: "news", reason: "bounced", ends: true }]);
    const [row] = await app.query<{ days: number }>(
      "select round(extract(epoch from until - now()) / 86400)::int as days from suppressions",
    );
    expect(row?.days).toBe(90);
    app.arrive("postfix", await app.sent(await app.campaign()));
    await app.read();
    expect(await app.suppressed()).toEqual([{ scope: "all", reason: "bounced", ends: false }]);
  });

  test("a delivery in between resets the count of soft bounces", async () => {
    app.arrive("exim", await app.sent(await app.campaign("completed"), { daysAgo: 9 }));
    app.arrive("exim", await app.sent(await app.campaign("completed"), { daysAgo: 6 }));
    await app.sent(await app.campaign("completed"), { daysAgo: 4 });
    app.arrive("exim", await app.sent(await app.campaign("completed"), { daysAgo: 3 }));
    await app.read();
    expect(await app.suppressed()).toEqual([]);
  });

  test("a complaint stops news permanently", async () => {
    const id = await app.campaign();
    app.arrive("arf", await app.sent(id));
    await app.read();
    expect(await app.suppressed()).toEqual([{ scope: "news", reason: "complained", ends: false }]);
    expect(await app.counts(id)).toMatchObject({ complained: 1, bounced: 0 });
  });

  test("a bounce by policy never blocks the address: admins get a notice, and five of a hundred in three domains pause the campaign", async () => {
    const id = await app.campaign();
    const ids: string[] = [];
    const domains = ["exemple.fr", "mail.exemple.fr", "exemple.fr", "exemple.org", "exemple.net"];
    for (const [n, domain] of domains.entries())
      ids.push(await app.sent(id, { to: `p${n}@${domain}`, daysAgo: 5 - n }));
    for (const logId of ids.slice(0, 4)) app.arrive("gmail", logId);
    await app.read();
    expect(await app.counts(id)).toMatchObject({ status: "running", bounced: 4 });
    expect(await app.notices()).toMatchObject([
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
    app.arrive("gmail", ids[4] ?? "");
    await app.read();
    expect(await app.query("select id from suppressions")).toEqual([]);
    expect(await app.counts(id)).toMatchObject({
      status: "paused",
      paused_reason: expect.stringMatching(
        /^Des serveurs refusent ces messages \(5 des 5 derniers\)\. Citation du rapport\u00a0: «\u00a0550-5\.7\.26 .*\u00a0»$/,
      ),
    });
    expect(await app.notices()).toMatchObject([{}, { details: { campaignId: id, paused: true } }]);
  });

  test("bounces by policy in one domain pause the campaign from ten of a hundred on", async () => {
    const id = await app.campaign();
    const ids: string[] = [];
    for (let n = 1; n <= 10; n += 1)
      ids.push(await app.sent(id, { to: `p${n}@exemple.fr`, daysAgo: 20 - n }));
    for (const logId of ids.slice(0, 9)) app.arrive("gmail", logId);
    await app.read();
    expect(await app.counts(id)).toMatchObject({ status: "running", bounced: 9 });
    app.arrive("gmail", ids[9] ?? "");
    await app.read();
    expect(await app.counts(id)).toMatchObject({ status: "paused", bounced: 10 });
  });

  test("few bounces by policy cause one notice, and the campaign continues", async () => {
    const id = await app.campaign();
    for (const daysAgo of [9, 8, 7]) app.arrive("gmail", await app.sent(id, { daysAgo }));
    await app.query(
      `insert into email_log (recipient_email, subject, campaign_id, status, email_type, departed_at, created_at)
       select 'p' || n || '@exemple.fr', 'Nouvelles', $1, 'sent', 'bulk', now(), now() - interval '5 days' from generate_series(1, 100) n`,
      [id],
    );
    for (const daysAgo of [2, 1]) app.arrive("gmail", await app.sent(id, { daysAgo }));
    await app.read();
    expect(await app.counts(id)).toMatchObject({ status: "running", bounced: 5 });
    expect(await app.notices()).toHaveLength(1);
  });

  test.each(["delayed", "auto-reply"] as const)("moves a report away without an effect: %s", async (name) => {
    app.arrive(name, await app.sent(await app.campaign()));
    await app.read();
    expect([await app.suppressed(), app.inbox.filed]).toEqual([[], [1]]);
    expect(await app.query("select id from email_events")).toEqual([]);
  });
});

test("a report of a message that has not left changes nothing", async () => {
  const logId = await app.sent(await app.campaign());
  await app.query("update email_log set status = 'pending', departed_at = null");
  app.arrive("postfix", logId);
  await app.read();
  expect([await app.suppressed(), await app.query("select id from email_events")]).toEqual([[], []]);
});

test("an event that a killed process left is applied once, by any instance", async () => {
  const id = await app.campaign();
  app.arrive("postfix", await app.sent(id));
  await app.read({ andApply: false });
  expect(await app.suppressed()).toEqual([]);
  await Promise.all([1, 2, 3].map(() => applyEvents(app.context.dependencies)));
  await applyEvents(app.context.dependencies);
  expect([await app.suppressed(), await app.counts(id)]).toMatchObject([[{ scope: "all" }], { bounced: 1 }]);
});

test("a refusal in the SMTP dialogue follows the same rules, and is no bounce beside the failure", async () => {
  const refusal = { kind: "hard", statusCode: "5.1.1", words: "550 5.1.1 nobody" } as const;
  app.context.recorder.outcome = () => ({ type: "refused", message: refusal.words, refusal });
  const single = { recipientEmail: email, subject: "Objet", content: "Bonjour" };
  await app.context.request("POST", "/email/single", single);
  await applyEvents(app.context.dependencies);
  expect(await app.suppressed()).toEqual([{ scope: "all", reason: "bounced", ends: false }]);
  expect(await app.query("select source, status_code, server_words from email_events")).toEqual([
    { source: "smtp", status_code: "5.1.1", server_words: "550 5.1.1 nobody" },
  ]);
});

test.each([
  ["a draft's test", "/email/test-message", { subject: "Objet", content: "Bonjour" }],
  ["the test of the settings", "/email/test", undefined],
  ["a single message to oneself", "/email/single", "oneself"],
])("%s blocks no address when refused or reported, and the next one leaves", async (_what, path, body) => {
  const refusal = { kind: "hard", statusCode: "5.1.1", words: "550 5.1.1 nobody" } as const;
  const oneself = {
    recipientEmail: app.context.admin.admin.email.toUpperCase(),
    subject: "Objet",
    content: "Bonjour",
  };
  const send = () => app.context.request("POST", path, body === "oneself" ? oneself : body);
  app.context.recorder.outcome = () => ({ type: "refused", message: refusal.words, refusal });
  await send();
  await app.query(
    `insert into email_events (dedupe_key, kind, source, log_id, recipient_hash)
     select 'arf', 'complaint', 'mailbox', id, recipient_hash from email_log`,
  );
  await applyEvents(app.context.dependencies);
  expect(await app.query("select kind from email_events where applied_at is not null order by 1")).toEqual([
    { kind: "complaint" },
    { kind: "hard" },
  ]);
  expect(await app.query("select id from suppressions")).toEqual([]);
  app.context.recorder.outcome = () => ({ type: "sent" });
  await send();
  expect(app.context.recorder.sent).toHaveLength(2);
});

const rateRefusal =
  "550 Requested action not taken: mailbox unavailable, too many messages from your network";

test("mailboxes that are unavailable by policy or rate in the SMTP dialogue pause the campaign", async () => {
  const error = { code: "EENVELOPE", responseCode: 550, response: rateRefusal };
  const gates = new Map([5, 6].map((n) => [n, Promise.withResolvers<void>()]));
  let tried = 0;
  app.context.recorder.outcome = async () => {
    tried += 1;
    await gates.get(tried)?.promise;
    return smtpOutcome(Object.assign(new Error(rateRefusal), error), { begun: false });
  };
  const id = await app.campaign();
  const domains = ["exemple.fr", "exemple.fr", "exemple.org", "exemple.net", "exemple.fr", "exemple.fr"];
  for (const [n, domain] of domains.entries()) await app.sent(id, { to: `p${n}@${domain}`, daysAgo: 9 - n });
  await app.query(
    "update email_log set status = 'pending', lane = 'campaign', purpose = 'service', sent_at = null, departed_at = null",
  );
  await app.query("update campaigns set total = 6 where id = $1", [id]);
  app.context.startWorker();
  await vi.waitFor(() => expect(tried).toBe(5), soon);
  await applyEvents(app.context.dependencies);
  expect(await app.counts(id)).toMatchObject({ status: "running" });
  gates.get(5)?.resolve();
  await vi.waitFor(() => expect(tried).toBe(6), soon);
  await applyEvents(app.context.dependencies);
  expect(await app.query("select distinct kind, source from email_events")).toEqual([
    { kind: "soft", source: "smtp" },
  ]);
  expect(await app.counts(id)).toMatchObject({ status: "paused" });
  expect(await app.notices()).toMatchObject([{ kind: "campaign_blocked", details: { paused: true } }]);
  gates.get(6)?.resolve();
});

test.each([
  ["by rate do not stop news to any address", rateRefusal, []],
  ["without a reason stop the address's news", "550 mailbox unavailable", [{ scope: "news" }]],
])("refusals of three campaigns %s", async (_what, words, expected) => {
  for (const daysAgo of [9, 6, 3]) {
    const [id, hash] = [
      await app.campaign("completed"),
      await app.query<{ hash: string }>("select address_hash($1) as hash", [email]),
    ];
    await app.query(
      `insert into email_events (dedupe_key, kind, source, log_id, campaign_id, recipient_hash, server_words)
       values ($1, 'soft', 'smtp', $2, $3, $4, $5)`,
      [`smtp:${daysAgo}`, await app.sent(id, { daysAgo }), id, hash[0]?.hash, words],
    );
  }
  await app.query("update email_log set status = 'failed'");
  await applyEvents(app.context.dependencies);
  expect(await app.suppressed()).toMatchObject(expected);
});

test("counts an unsubscribe once, for the last news that the person got", async () => {
  const [before, last] = [await app.campaign("completed"), await app.campaign("completed")];
  await app.sent(before, { daysAgo: 3 });
  await app.sent(last, { daysAgo: 1 });
  const [hash] = await app.query<{ hash: string }>("select address_hash($1) as hash", [email]);
  for (let n = 0; n < 2; n += 1)
    await app.context.db.transaction((tx) => noteUnsubscribed(tx, hash?.hash ?? ""));
  await applyEvents(app.context.dependencies);
  expect([await app.counts(before), await app.counts(last)]).toMatchObject([
    { unsubscribed: 0 },
    { unsubscribed: 1 },
  ]);
});

test("keeps the outcome of an erased person's message without the person", async () => {
  const id = await app.campaign();
  app.arrive("postfix", await app.sent(id));
  await app.read();
  const [hash] = await app.query<{ hash: string }>("select address_hash($1) as hash", [email]);
  await app.context.db.transaction(async (tx) => {
    await bounceHandlers.erased?.(tx, { emailHashes: [hash?.hash ?? ""], asked: true, source: "test" });
  });
  expect(JSON.stringify(await app.query("select * from email_events"))).not.toContain("zoe");
  expect(await app.query("select kind, recipient_hash from email_events")).toEqual([
    { kind: "hard", recipient_hash: "" },
  ]);
});

const { mailAddressMonths } = privacyPeriods;

// registre: 6
test(`deletes server replies and their recipient after ${mailAddressMonths} months, keeps the outcome`, async () => {
  const id = await app.campaign();
  app.arrive("postfix", await app.sent(id));
  app.arrive("postfix", await app.sent(id, { to: "lea@exemple.fr" }));
  await app.read();
  const age =
    "update email_events set at = now() - make_interval(months => $1) - interval '1 day' where id = $2";
  const [young, old] = await app.query<{ id: string }>("select id from email_events order by id");
  await app.query(age, [mailAddressMonths - 1, young?.id]);
  await app.query(age, [mailAddressMonths, old?.id]);
  await anonymizeOldEvents(app.context.dependencies);
  const left = await app.query(
    "select kind, recipient_hash <> '' as known, server_words, headers from email_events order by id",
  );
  expect(left).toMatchObject([
    { kind: "hard", known: true, server_words: expect.stringContaining("550") },
    { kind: "hard", known: false, server_words: null, headers: null },
  ]);
});
