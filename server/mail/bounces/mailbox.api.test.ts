import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type BounceApp, createBounceApp } from "./bounce-app.test-helpers.ts";
import { readMail } from "./bounce-reader.ts";
import { createBounceMailReader, readMailboxIfDue } from "./mailbox.service.ts";

let app: BounceApp;
beforeAll(async () => {
  app = await createBounceApp();
});
beforeEach(() => app.reset());
afterAll(() => app.context.close());

test("a message that cannot be understood stays in the mailbox and is read once", async () => {
  app.inbox.messages.set(4, "From: Zoé <zoe@exemple.fr>\nSubject: Bonjour\n\nMerci !");
  let readings = 0;
  app.inbox.lies = {
    async read(uids) {
      readings += uids.length;
      return uids.flatMap((uid) => app.messageOf(uid));
    },
  };
  await app.read();
  await app.read();
  expect([[...app.inbox.messages.keys()], app.inbox.filed, readings]).toEqual([[4], [], 1]);
  expect(await app.mailboxState()).toMatchObject({
    last_uid: "4",
    uid_validity: "7",
    failures: 0,
    error: null,
  });
});

test("an unreachable mailbox shows the reason, is retried with backoff, and appears on the dashboard after three failures", async () => {
  app.inbox.away =
    "Le serveur IMAP refuse l’identifiant ou le mot de passe : vérifiez-les dans les paramètres.";
  const pauses: number[] = [];
  for (let failures = 1; failures <= 5; failures += 1) {
    expect(await app.read()).toBe(false);
    const [row] = await app.query<{ minutes: number }>(
      "select round(extract(epoch from next_read_at - now()) / 60)::int as minutes from bounce_mailbox",
    );
    pauses.push(row?.minutes ?? 0);
    expect(await app.notices()).toHaveLength(failures < 3 ? 0 : 1);
  }
  expect(pauses).toEqual([2, 5, 15, 60, 60]);
  const status = await (await app.context.request("GET", "/email/bounce-mailbox")).json();
  expect(status).toMatchObject({ failures: 5, error: app.inbox.away, lastReadAt: null });
  app.inbox.away = null;
  expect(await app.read()).toBe(true);
  expect(await app.mailboxState()).toMatchObject({ failures: 0, error: null, failing_since: null });
});

test("the mailbox is read by one of two instances", async () => {
  let opened = 0;
  app.inbox.lies = {
    async list() {
      opened += 1;
      return [];
    },
  };
  await app.query("update bounce_mailbox set next_read_at = now() - interval '1 second'");
  const deps = { ...app.context.dependencies, ...app.readingParts() };
  const { signal } = new AbortController();
  await Promise.all([readMailboxIfDue(deps, signal), readMailboxIfDue(deps, signal)]);
  expect(opened).toBe(1);
});

test("the mailbox stores the UID after each message, so that an interrupted reading resumes after it", async () => {
  const campaignId = await app.campaign();
  for (let count = 0; count < 3; count += 1) app.arrive("postfix", await app.sent(campaignId));
  let messages = 0;
  app.inbox.bounceMail = {
    read: (source) => {
      messages += 1;
      if (messages === 2) throw new Error("Connection terminated unexpectedly");
      return readMail(source);
    },
  };
  await expect(app.read()).rejects.toThrow("Connection terminated");
  expect(await app.mailboxState()).toMatchObject({ last_uid: "1" });
});

test("a reading that is stopped during a message reads this message again", async () => {
  app.arrive("postfix", await app.sent(await app.campaign()));
  const ending = new AbortController();
  app.inbox.bounceMail = {
    async read() {
      ending.abort();
      throw new Error("the thread ended during readMail");
    },
  };
  await app.query("update bounce_mailbox set next_read_at = now() - interval '1 second'");
  const deps = { ...app.context.dependencies, ...app.readingParts() };
  await expect(readMailboxIfDue(deps, ending.signal)).rejects.toThrow("the thread ended");
  expect(await app.mailboxState()).toMatchObject({ last_uid: "0" });
});

test("a report that fails leaves only itself in the mailbox", async () => {
  const id = await app.campaign();
  for (let count = 0; count < 3; count += 1) app.arrive("postfix", await app.sent(id));
  let messages = 0;
  app.inbox.bounceMail = {
    async read(source) {
      const read = await readMail(source);
      messages += 1;
      // PostgreSQL refuses a NUL in a text.
      return messages === 2 && read.type === "report" ? { ...read, headers: "\u0000" } : read;
    },
  };
  expect(await app.read()).toBe(true);
  expect([[...app.inbox.messages.keys()], app.inbox.filed]).toEqual([[2], [1, 3]]);
  expect(await app.counts(id)).toMatchObject({ bounced: 2 });
  expect(await app.mailboxState()).toMatchObject({ last_uid: "3", failures: 0 });
});

test("a reading skips a report that takes too long, and reads the messages after it", async () => {
  const campaignId = await app.campaign();
  // With the usual limit this report is understood.
  app.arrive("postfix", await app.sent(campaignId), (source) =>
    source.replace(/^To: /m, `To: ${"a:b,".repeat(50_000)}`),
  );
  app.arrive("postfix", await app.sent(campaignId));
  // Even the fastest machine needs longer than this limit.
  const [hasty, usual] = [createBounceMailReader({ limitMs: 20 }), createBounceMailReader()];
  app.inbox.bounceMail = { read: (source) => (source.length > 100_000 ? hasty : usual).read(source) };
  await app.read();
  await Promise.all([hasty.close(), usual.close()]);
  expect(app.inbox.filed).toEqual([2]);
  expect(await app.mailboxState()).toMatchObject({ last_uid: "2" });
});

test.each([
  ["beyond 32 bits", { list: async () => [5_000_000_000] }],
  ["beyond UIDNEXT", { list: async () => [1, 4_000_000_000] }],
  ["below one", { list: async () => [0, 1] }],
  ["that are none", { uidNext: Number.NaN }],
])("reports a mailbox whose UIDs are %s, and skips no message", async (_what, lie) => {
  const id = await app.campaign();
  app.arrive("postfix", await app.sent(id));
  app.inbox.lies = lie;
  expect(await app.read()).toBe(false);
  expect((await app.mailboxState())?.error).toContain("numéros impossibles");
  app.inbox.lies = {};
  await app.read();
  expect(await app.counts(id)).toMatchObject({ bounced: 1 });
});

test("a mailbox that repeats messages, adds unrequested ones and restarts its numbering is read once", async () => {
  const id = await app.campaign();
  for (let n = 0; n < 3; n += 1) app.arrive("postfix", await app.sent(id));
  app.inbox.lies = {
    list: async () => [3, 1, 1, 2, 3, 3],
    read: async () => [
      ...app.messageOf(2),
      ...app.messageOf(1),
      ...app.messageOf(1),
      ...app.messageOf(3),
      { uid: 99, source: Buffer.from("x") },
    ],
  };
  await app.read();
  expect(await app.counts(id)).toMatchObject({ bounced: 3 });
  app.inbox.lies = {};
  app.inbox.messages = new Map();
  app.inbox.filed = [];
  app.arrive("postfix", await app.sent(id)); // UID 1 again, with the same UIDVALIDITY
  await app.read();
  expect(await app.counts(id)).toMatchObject({ bounced: 4 });
});

test("the mailbox is read from its beginning when the settings name another mailbox", async () => {
  app.inbox.messages.set(9, "From: a@b.example\n\nBonjour");
  await app.read();
  await app.context.saveSettings({ imapHost: "imap.ailleurs.example" });
  expect(await app.mailboxState()).toMatchObject({ last_uid: "0", uid_validity: null });
});

test("the mailbox is tested on demand, and the test reports the number of messages", async () => {
  app.inbox.messages.set(1, "x");
  const check = async () => (await app.context.request("POST", "/email/bounce-mailbox/test")).json();
  expect(await check()).toEqual({ ok: true, message: "Connexion réussie\u00a0: 1 message dans la boîte." });
  app.inbox.away = "Le serveur IMAP ne répond pas.";
  expect(await check()).toEqual({ ok: false, message: app.inbox.away });
  await app.context.saveSettings({ imapHost: null });
  expect(await check()).toMatchObject({ ok: false });
});
