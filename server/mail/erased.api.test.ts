import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { skippedMessages } from "#contract/email.ts";
import { email, form, signUp } from "#server/privacy/pages.test-helpers.ts";
import { remindAndDeleteUnconfirmed } from "#server/signups/retention.service.ts";
import { createMailApp, type MailApp, soon, toEverybody } from "./mail.test-helpers.ts";

/*
 * Erased persons get no mail. Each sender is tried with an erased address that was signed up again and not confirmed. The address gets
 * only the messages that the person asks for: a confirmation, or the link to their data.
 */

const day = 24 * 60 * 60_000;
let context: MailApp;
let now = new Date();
let signupId: string;

beforeAll(async () => {
  context = await createMailApp({ config: { signupLimitPerMinute: 0 }, now: () => now });
  await query("update email_templates set is_active = true");
});
beforeEach(async () => {
  now = new Date();
  await context.clear();
  await query("delete from privacy_requests");
  await context.saveSettings();
  await signUp(context);
  expect((await context.request("POST", "/privacy/erase", { email })).status).toBe(200);
  signupId = await signUp(context);
  await query("update email_log set next_attempt_at = now()");
});
afterEach(() => context.stopWorkers());
afterAll(() => context.close());

const query = async (sql: string) => (await context.database.pool.query(sql)).rows;
const sent = () => context.recorder.sent.map(({ subject }) => subject);
const skipped = () => query("select error_message from email_log where status = 'skipped'");
const confirmationSubject = "Confirmez votre adresse pour la bêta de Tenue";

async function confirm(action: string): Promise<void> {
  const emailHash = await context.dependencies.addresses.hash(email);
  const token = { audience: "user", id: signupId, emailHash, issuedAt: now } as const;
  const path = `/confirmation/${context.dependencies.confirmationTokens.sign(token)}`;
  expect((await context.app.request(path, form({ action }))).status).toBe(200);
}

const countRecipients = async (kind: string) =>
  ((await context.read(`/campaigns/recipients?statusFilter=all&kind=${kind}`)) as { count: number }).count;
const writeSingle = () =>
  context.request("POST", "/email/single", { recipientEmail: email, subject: "Seul", content: "Bonjour" });

// registre: 24
test("an erased address gets the confirmation of a new sign-up and the link to its data", async () => {
  await context.app.request("/mes-donnees", form({ email }));
  context.startWorker();
  await vi.waitFor(
    () => expect(sent().sort()).toEqual([confirmationSubject, "Vos données chez Tenue"]),
    soon,
  );
});

test("an erased address is asked to confirm even when the settings require no confirmation", async () => {
  await query("delete from email_log");
  await query("delete from beta_signups");
  await context.saveSettings({ confirmationRequested: false });
  await signUp(context, { newsConsent: false });
  await signUp(context, { newsConsent: false, email: "lea@exemple.fr" });
  expect(
    await query(
      "select recipient_email, variables ? 'confirms' as asks from email_log where lane = 'confirmation' order by 1",
    ),
  ).toEqual([
    { recipient_email: "lea@exemple.fr", asks: false },
    { recipient_email: email, asks: true },
  ]);
});

// registre: 24
test("an erased address gets no single message, and the author gets the reason", async () => {
  const answer = await writeSingle();
  expect(answer.status).toBe(502);
  expect(await answer.json()).toMatchObject({ error: { message: skippedMessages.erased } });
  expect(sent()).toEqual([]);
});

// registre: 24
test("an erased address is no recipient of news or service campaigns", async () => {
  await query("update consents set confirmed_at = now()");
  expect([await countRecipients("news"), await countRecipients("service")]).toEqual([0, 0]);
  const campaign = { subject: "Ouverture", content: "<p>Bonjour</p>", statusFilter: "all", ...toEverybody };
  expect((await context.request("POST", "/campaigns", campaign)).status).toBe(409);
});

test("an erased address gets no message about a decision", async () => {
  await query("delete from email_log");
  const answer = await context.request("PATCH", `/signups/user/${signupId}`, { status: "approved" });
  expect(answer.status).toBe(200);
  await query("update email_log set next_attempt_at = now()");
  context.startWorker();
  await vi.waitFor(
    async () => expect(await skipped()).toEqual([{ error_message: skippedMessages.erased }]),
    soon,
  );
  expect(sent()).toEqual([]);
});

test("an erased address gets no reminder, and its unconfirmed sign-up is deleted", async () => {
  await query("update email_log set status = 'sent', departed_at = now() - interval '2 days'");
  await query("update email_settings set delete_unconfirmed = true");
  const followUp = () => remindAndDeleteUnconfirmed({ ...context.dependencies, now: () => now });
  now = new Date(now.getTime() + 3 * day);
  await followUp();
  expect(await query("select 1 from email_log where status = 'pending'")).toEqual([]);
  now = new Date(now.getTime() + 29 * day);
  await followUp();
  expect(await query("select 1 from beta_signups")).toEqual([]);
});

test.each([
  ["confirm_address_only", 0],
  ["confirm_with_news", 1],
])(
  "an erased address that confirms a new sign-up (%s) gets service messages, and news as chosen",
  async (action, news) => {
    await confirm(action);
    expect(await query("select reason from suppressions")).toEqual([]);
    expect([await countRecipients("news"), await countRecipients("service")]).toEqual([news, 1]);
    expect((await writeSingle()).status).toBe(200);
    expect(sent()).toEqual(["Seul"]);
  },
);
