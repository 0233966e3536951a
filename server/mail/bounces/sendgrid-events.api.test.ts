import { generateKeyPairSync, sign } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createMailApp, type MailApp } from "#server/mail/mail.test-helpers.ts";
import { applyEvents } from "./apply-events.service.ts";

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const email = "zoe@exemple.fr";
let context: MailApp;
let logId: string;

beforeAll(async () => {
  context = await createMailApp();
});
beforeEach(async () => {
  await context.clear();
  const sendgridWebhookKey = publicKey.export({ format: "der", type: "spki" }).toString("base64");
  await context.saveSettings({ sendgridWebhookKey });
  const { rows } = await context.database.pool.query(
    `insert into email_log (recipient_email, subject, status, email_type, sent_at, departed_at)
     values ($1, 'Objet', 'sent', 'bulk', now(), now()) returning id`,
    [email],
  );
  logId = rows[0].id;
});
afterAll(() => context.close());

const bounce = (changes: object = {}) => ({
  email,
  event: "bounce",
  type: "bounce",
  status: "5.1.1",
  reason: "550 5.1.1 unknown mailbox",
  sg_event_id: "event-1",
  emailLogId: logId,
  timestamp: 1_763_802_724,
  ...changes,
});

async function tell(events: unknown, changes: Record<string, string> = {}, secondsAgo = 0): Promise<number> {
  const body = typeof events === "string" ? events : JSON.stringify(events);
  const timestamp = String(Math.floor(Date.now() / 1_000) - secondsAgo);
  const signature = sign("sha256", Buffer.from(timestamp + body), privateKey).toString("base64");
  const answer = await context.app.request("/api/email-events/sendgrid", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-twilio-email-event-webhook-signature": signature,
      "x-twilio-email-event-webhook-timestamp": timestamp,
      ...changes,
    },
    body,
  });
  await applyEvents(context.dependencies);
  return answer.status;
}

const events = async () =>
  (await context.database.pool.query("select kind, status_code, server_words from email_events order by id"))
    .rows;
const suppressed = async () =>
  (await context.database.pool.query("select scope, reason from suppressions")).rows;

test("a bounce signed by SendGrid blocks the address, without a session", async () => {
  expect(await tell([bounce()])).toBe(204);
  expect(await events()).toEqual([
    { kind: "hard", status_code: "5.1.1", server_words: "550 5.1.1 unknown mailbox" },
  ]);
  expect(await suppressed()).toEqual([{ scope: "all", reason: "bounced" }]);
});

test("an event that SendGrid repeats is recorded once", async () => {
  const again = [bounce(), bounce()];
  expect([await tell(again), await tell(again)]).toEqual([204, 204]);
  expect(await events()).toHaveLength(1);
});

test.each([
  ["blocked", { type: "blocked", status: "5.1.1" }, "blocked"],
  ["a full mailbox", { status: "5.2.2" }, "soft"],
  ["a complaint", { event: "spamreport" }, "complaint"],
  ["dropped, for it bounced before", { event: "dropped", reason: "Bounced Address" }, "hard"],
  ["dropped, for it was called spam", { event: "dropped", reason: "Spam Reporting Address" }, "complaint"],
] as const)("reads an event of SendGrid: %s", async (_what, changes, kind) => {
  await tell([bounce(changes)]);
  expect(await events()).toMatchObject([{ kind }]);
});

test.each([
  ["deferred", { event: "deferred" }],
  ["delivered", { event: "delivered" }],
  ["dropped for a list of SendGrid's", { event: "dropped", reason: "Unsubscribed Address" }],
  ["of another address", { email: "lea@exemple.fr" }],
  ["of an unknown message", { emailLogId: "5f0e7c62-8f3a-4f0b-9d51-2b6f3a1c7e90" }],
  ["of another program", { emailLogId: undefined }],
])("changes nothing after an event of SendGrid: %s", async (_what, changes) => {
  expect(await tell([bounce(changes)])).toBe(204);
  expect([await events(), await suppressed()]).toEqual([[], []]);
});

test("refuses events without SendGrid's exact signature and changes nothing", async () => {
  const other = generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey;
  const foreign = sign("sha256", Buffer.from("x"), other).toString("base64");
  const header = "x-twilio-email-event-webhook-signature";
  expect(await tell([bounce()], { [header]: foreign })).toBe(403);
  expect(await tell([bounce()], { [header]: "" })).toBe(403);
  expect(await tell([bounce()], { [header]: "%%%" })).toBe(403);
  expect(await tell([bounce()], { "x-twilio-email-event-webhook-timestamp": "1" })).toBe(403);
  expect(await tell([bounce()], {}, 2 * 86_400)).toBe(403);
  await context.saveSettings({ sendgridWebhookKey: null });
  expect(await tell([bounce()])).toBe(403);
  expect([await events(), await suppressed()]).toEqual([[], []]);
});

test("ignores a signed body without valid events, and refuses one that is not JSON or too large", async () => {
  expect(await tell({ event: "bounce" })).toBe(204);
  expect(await tell("{")).toBe(400);
  expect(await tell([1, null, "x", bounce({ sg_event_id: "" })])).toBe(204);
  expect(await tell(`[${" ".repeat(3_000_000)}]`)).toBe(413);
  expect(await events()).toEqual([]);
});

test("a page of another site cannot submit events through a browser", async () => {
  expect(await tell([bounce()], { origin: "https://ailleurs.example" })).toBe(403);
});
