import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Campaign } from "#contract/campaigns.schema.ts";
import { skippedMessages } from "#contract/email.ts";
import { type SuppressionReason, suppressionReasons } from "#contract/privacy.ts";
import { createMailApp, type MailApp, soon } from "#server/mail/mail.test-helpers.ts";
import { skipWaitingNews } from "./messages.service.ts";

let context: MailApp;

beforeAll(async () => {
  context = await createMailApp();
});
beforeEach(async () => {
  await context.clear();
  await context.saveSettings();
});
afterEach(() => context.stopWorkers());
afterAll(() => context.close());

const people = 12;
const address = (n: number) => `p${n}@exemple.fr`;

/** Inserts a running campaign of news to twelve people who agreed to news. */
async function addNews(): Promise<string> {
  const { pool } = context.database;
  await pool.query(
    `insert into beta_signups (firstname, name, email)
     select 'Zoé', 'Martin', 'p' || n || '@exemple.fr' from generate_series(1, $1::int) n`,
    [people],
  );
  await context.agree();
  const { rows } = await pool.query(
    `insert into campaigns (subject, content, recipient_type, status_filter, status, kind, total, fingerprint, created_by, started_at)
     values ('Nouvelles', '<p>Bonjour</p>', 'all', 'all', 'running', 'news', $1, 'x', 'a@exemple.fr', now()) returning id`,
    [people],
  );
  await pool.query(
    `insert into email_log (recipient_email, subject, variables, campaign_id, lane, status, email_type, purpose)
     select 'p' || n || '@exemple.fr', 'Nouvelles', '{"firstName":"Zoé"}', $1, 'campaign', 'pending', 'bulk', 'news' from generate_series(1, $2::int) n`,
    [rows[0].id, people],
  );
  return rows[0].id;
}

async function leave(email: string): Promise<void> {
  await suppress(email, "news");
  const hash = await hashOf(email);
  await context.db.transaction((tx) => skipWaitingNews(tx, hash));
}

async function hashOf(email: string): Promise<string> {
  const { rows } = await context.database.pool.query("select address_hash($1) as hash", [email]);
  return rows[0].hash;
}

const suppress = (email: string, scope: string, reason: SuppressionReason = "unsubscribed") =>
  context.database.pool.query(
    `insert into suppressions (email_hash, scope, reason, source)
     values (address_hash($1), $2, $3, 'person') on conflict do nothing`,
    [email, scope, reason],
  );

const read = async (id: string) =>
  (await (await context.request("GET", `/campaigns/${id}`)).json()) as Campaign;

const statuses = async (status: string) =>
  (await context.log()).filter((row) => row.status === status).map((row) => row.recipient_email);

// registre: 13
test("unsubscribing skips waiting news at once, with count and reason", async () => {
  const id = await addNews();
  await leave(address(3));
  await leave(address(3));
  expect(await read(id)).toMatchObject({ total: people, skipped: 1, failed: 0, sent: 0 });
  const [skipped] = (await context.log()).filter((row) => row.status === "skipped");
  expect(skipped).toMatchObject({
    recipient_email: address(3),
    error_message: "Non envoyé : désinscrit entre-temps",
    attempts: 0,
  });
  context.startWorker();
  await vi.waitFor(async () => expect(await read(id)).toMatchObject({ status: "completed" }), soon);
  expect(await read(id)).toMatchObject({ sent: people - 1, skipped: 1, failed: 0 });
  expect(context.recorder.sent.map(({ to }) => to.address)).not.toContain(address(3));
});

// registre: 13
test("the lease skips a person blocked since the start, and the campaign completes", async () => {
  const id = await addNews();
  await context.database.pool.query("delete from consents where email_hash = address_hash($1)", [address(1)]);
  for (const n of [2, 3, 4]) await suppress(address(n), n === 4 ? "all" : "news");
  await suppress(address(11), "all", "bounced");
  context.startWorker();
  await vi.waitFor(async () => expect(await read(id)).toMatchObject({ status: "completed" }), soon);
  expect(await read(id)).toMatchObject({ sent: people - 5, skipped: 5, failed: 0 });
  const skipped = (await context.log()).filter((row) => row.status === "skipped");
  expect(new Map(skipped.map((row) => [row.recipient_email, row.error_message]))).toEqual(
    new Map([
      ...[1, 2, 3, 4].map((n) => [address(n), skippedMessages.unsubscribed] as const),
      [address(11), skippedMessages.bounced],
    ]),
  );
});

// registre: 13
test("never sends to a skipped recipient again", async () => {
  const id = await addNews();
  await leave(address(1));
  const [entry] = (await context.log()).filter((row) => row.status === "skipped");
  const again = await context.request("POST", "/email/log/resend", { ids: [entry?.id] });
  expect(again.status).toBe(409);
  expect(await read(id)).toMatchObject({ skipped: 1 });
});

test("a requeued failure is skipped when its recipient has unsubscribed, also after the campaign's end", async () => {
  const id = await addNews();
  context.recorder.outcome = ({ to }) =>
    to.address === address(5) ? { type: "refused", message: "550" } : { type: "sent" };
  const worker = context.startWorker();
  await vi.waitFor(async () => expect(await read(id)).toMatchObject({ status: "completed" }), soon);
  expect(await read(id)).toMatchObject({ failed: 1 });
  await suppress(address(5), "news", "complained");
  const [failed] = (await context.log()).filter((row) => row.status === "failed");
  await context.request("POST", "/email/log/resend", { ids: [failed?.id] });
  worker.wake();
  await vi.waitFor(async () => expect(await read(id)).toMatchObject({ skipped: 1, failed: 0 }), soon);
  expect(context.recorder.sent).toHaveLength(people);
  const [skipped] = (await context.log()).filter((row) => row.status === "skipped");
  expect(skipped?.error_message).toBe(skippedMessages.complained);
});

test("a service message goes to people who unsubscribed from news, but not to those who get no mail at all", async () => {
  const id = await addNews();
  await context.database.pool.query("update email_log set purpose = 'service'");
  await suppress(address(1), "news");
  await suppress(address(2), "all");
  context.startWorker();
  await vi.waitFor(async () => expect(await read(id)).toMatchObject({ status: "completed" }), soon);
  expect(await statuses("skipped")).toEqual([address(2)]);
});

test.each(suppressionReasons)(
  "a single message to an address that is blocked (%s) says why and does not leave",
  async (reason) => {
    await suppress("zoe@exemple.fr", "all", reason);
    const single = { recipientEmail: "zoe@exemple.fr", subject: "Bonjour", content: "Bonjour" };
    const answer = await context.request("POST", "/email/single", single);
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({ error: { message: skippedMessages[reason] } });
    expect(await context.log()).toMatchObject([{ error_message: skippedMessages[reason] }]);
    expect(await statuses("skipped")).toEqual([reason === "erased" ? "" : "zoe@exemple.fr"]);
    expect(context.recorder.sent).toEqual([]);
  },
);

// registre: 23
test("a message that a campaign wrote during an erasure is forgotten when it is skipped", async () => {
  const id = await addNews();
  await suppress(address(1), "all", "erased");
  context.startWorker();
  await vi.waitFor(async () => expect(await read(id)).toMatchObject({ status: "completed" }), soon);
  const [skipped] = (await context.log()).filter((row) => row.status === "skipped");
  expect(skipped).toMatchObject({ recipient_email: "", error_message: skippedMessages.erased });
});

test("'Traiter emails en attente' skips people who unsubscribed", async () => {
  await addNews();
  for (const n of [1, 2]) await suppress(address(n), "news");
  const answer = await context.request("POST", "/email/log/process");
  expect(await answer.json()).toMatchObject({ sent: 10, failed: 0 });
  expect(context.recorder.sent).toHaveLength(10);
});

test("simulation also skips messages to a person who gets no mail at all", async () => {
  await context.saveSettings({ simulationMode: true });
  await suppress("zoe@exemple.fr", "all");
  await context.database.pool.query(
    `insert into email_log (recipient_email, subject, content, email_type)
     values ('zoe@exemple.fr', 'A', 'A', 'transactional'), ('lea@exemple.fr', 'A', 'A', 'transactional')`,
  );
  context.startWorker();
  await vi.waitFor(async () => expect(await statuses("sent")).toEqual(["lea@exemple.fr"]), soon);
  expect(await statuses("skipped")).toEqual(["zoe@exemple.fr"]);
});
