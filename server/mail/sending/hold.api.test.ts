import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Campaign } from "#contract/campaigns.schema.ts";
import { emailMessages } from "#contract/email.ts";
import { type MailHold, mailHoldMessages } from "#contract/mail-hold.schema.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import { createMailApp, type MailApp, soon } from "#server/mail/mail.test-helpers.ts";
import { remindAndDeleteUnconfirmed } from "#server/signups/retention.service.ts";
import { emptyTables } from "#test/support/empty-tables.ts";

let context: MailApp;
beforeAll(async () => {
  context = await createMailApp();
});
beforeEach(async () => {
  await context.clear();
  await emptyTables(context.database, "mail_hold");
  await context.saveSettings();
});
afterEach(() => context.stopWorkers());
afterAll(() => context.close());

const query = async (sql: string, values: unknown[] = []) =>
  (await context.database.pool.query(sql, values)).rows;

/**
 * Creates the state after a restore: a paused campaign to 100 people, of whom 70 got it after the backup was made; a waiting
 * confirmation, link and decision message; a scheduled campaign whose time has passed.
 */
async function restore(): Promise<{ campaign: string; scheduled: string }> {
  const [campaign] = await query(
    `insert into campaigns (subject, content, recipient_type, status_filter, status, kind, reason, total, fingerprint, created_by,
       created_at, started_at, paused_reason)
     values ('Nouvelles', '<p>Bonjour</p>', 'all', 'all', 'paused', 'service', 'x', 100, 'x', 'a@exemple.fr',
       now() - interval '1 day', now() - interval '1 day', 'Restauration') returning id`,
  );
  await query(
    `insert into email_log (recipient_email, subject, campaign_id, lane, status, email_type, purpose, created_at)
     select 'p' || n || '@exemple.fr', 'Nouvelles', $1, 'campaign', 'pending', 'bulk', 'service', now() - interval '1 day'
     from generate_series(1, 100) n`,
    [campaign.id],
  );
  await query(
    `insert into email_log (recipient_email, subject, content, lane, status, email_type, mailbox_key, next_attempt_at, created_at)
     select lane || '@exemple.fr', lane, '<p>Bonjour</p>', lane, 'pending', 'transactional', lane, now() - interval '1 day',
       now() - interval '1 day' from unnest('{link,confirmation,direct}'::text[]) lane`,
  );
  const [scheduled] = await query(
    `insert into campaigns (subject, content, recipient_type, status_filter, status, kind, reason, total, fingerprint, created_by,
       created_at, scheduled_at)
     values ('Rendez-vous', '<p>Bonjour</p>', 'all', 'all', 'scheduled', 'service', 'x', 0, 'y', 'a@exemple.fr',
       now() - interval '1 day', now() - interval '1 hour') returning id`,
  );
  await query("insert into mail_hold (backup_made_at) values (now() - interval '6 hours')");
  return { campaign: campaign.id, scheduled: scheduled.id };
}

const readHold = async () => (await (await context.request("GET", "/email/hold")).json()) as MailHold;
const end = (waiting: string) => context.request("POST", "/email/hold/end", { waiting });
const readCampaign = async (id: string) =>
  (await (await context.request("GET", `/campaigns/${id}`)).json()) as Campaign;
const writeTo = (recipientEmail: string) =>
  context.request("POST", "/email/single", {
    recipientEmail,
    recipientName: "Zoé",
    subject: "Bonjour",
    content: "Bonjour",
  });

/** Lets every lane look for messages. */
async function letWorkersLook(): Promise<void> {
  for (let instance = 0; instance < 2; instance += 1) context.startWorker();
  await context.turns();
}

const sentTo = () => context.recorder.sent.map(({ to }) => to.address);

test("after a restore no message leaves before the hold ends, in any lane and from any instance", async () => {
  const { campaign, scheduled } = await restore();
  await letWorkersLook();
  expect((await context.request("POST", `/campaigns/${campaign}/resume`)).status).toBe(200);
  const processed = await context.request("POST", "/email/log/process");
  expect(processed.status).toBe(409);
  expect(await processed.json()).toMatchObject({ error: { message: emailMessages.held } });
  expect(await (await writeTo("lea@exemple.fr")).json()).toMatchObject({
    outcome: "pending",
    message: expect.stringContaining(emailMessages.held),
  });
  expect(await (await context.request("POST", "/email/test")).json()).toMatchObject({
    ok: false,
    message: expect.stringContaining(emailMessages.held),
  });
  await letWorkersLook();
  expect(sentTo()).toEqual([]);
  // The message to Léa is newer than the restore. It leaves with either choice, so the hold does not count it.
  expect((await readHold()).hold).toMatchObject({ waiting: 103, backupMadeAt: expect.any(String) });
  expect(await readCampaign(scheduled)).toMatchObject({ status: "scheduled" });
});

test("simulation does not mark messages as sent during the hold", async () => {
  await context.saveSettings({ simulationMode: true });
  await restore();
  await letWorkersLook();
  expect((await readHold()).hold).toMatchObject({ waiting: 103 });
});

test("a link requested during the hold leaves, so that an admin can sign in to end it; an older one waits", async () => {
  await restore();
  context.startWorker();
  const asked = await context.app.request("/api/auth/request-password-reset", {
    method: "POST",
    headers: { "content-type": "application/json", origin: "http://localhost" },
    body: JSON.stringify({ email: context.admin.admin.email }),
  });
  expect(asked.ok).toBe(true);
  await vi.waitFor(() => expect(sentTo()).toEqual([context.admin.admin.email]), soon);
});

const findUnconfirmed = () =>
  query(
    "select email, reminded_at as at, reminded_at > now() - interval '1 hour' as now from beta_signups order by email",
  );

describe("an unconfirmed sign-up of the backup", () => {
  beforeEach(async () => {
    await emptyTables(context.database, "beta_signups");
    await query(
      `insert into beta_signups (firstname, name, email, created_at, reminded_at) values
         ('Ana', 'Martin', 'reminded@exemple.fr', now() - interval '60 days', now() - interval '50 days'),
         ('Zoé', 'Martin', 'due@exemple.fr', now() - interval '3 days', null),
         ('Léa', 'Martin', 'new@exemple.fr', now() - interval '47 hours', null)`,
    );
    await context.saveSettings({ deleteUnconfirmed: true });
  });

  test("an imported sign-up does not count as asked to confirm after the hold", async () => {
    await query("update beta_signups set import_id = gen_random_uuid(), reminded_at = null");
    await restore();
    await end("cancel");
    expect((await findUnconfirmed()).map(({ at }) => at)).toEqual([null, null, null]);
  });

  test("an unconfirmed sign-up gets no reminder and is not deleted during the hold", async () => {
    const before = await findUnconfirmed();
    await restore();
    await remindAndDeleteUnconfirmed(context.dependencies);
    expect(await findUnconfirmed()).toEqual(before);
  });

  test.each(["cancel", "send"])(
    "an unconfirmed sign-up has the whole term again after the hold, and gets no second reminder (%s)",
    async (waiting) => {
      await restore();
      await end(waiting);
      await remindAndDeleteUnconfirmed(context.dependencies);
      expect(await findUnconfirmed()).toEqual([
        { email: "due@exemple.fr", at: expect.any(Date), now: true },
        { email: "new@exemple.fr", at: null, now: null },
        { email: "reminded@exemple.fr", at: expect.any(Date), now: true },
      ]);
      expect(
        await query("select from email_log where recipient_email like any('{due@%,reminded@%}')"),
      ).toEqual([]);
      await query("update beta_signups set created_at = created_at - interval '2 hours'");
      await remindAndDeleteUnconfirmed(context.dependencies);
      expect(
        await query(
          "select recipient_email as email from email_log where recipient_email = 'new@exemple.fr'",
        ),
      ).toHaveLength(1);
      await query(
        `insert into email_log (recipient_email, subject, lane, status, email_type, mailbox_key, departed_at, variables)
         select email, 'Rappel', 'confirmation', 'sent', 'transactional', email, now(),
           jsonb_build_object('signupId', id, 'confirms', 'user') from beta_signups`,
      );
      const later = new Date(Date.now() + (privacyPeriods.confirmationDays + 1) * 24 * 60 * 60 * 1_000);
      await remindAndDeleteUnconfirmed({ ...context.dependencies, now: () => later });
      expect(await findUnconfirmed()).toEqual([]);
    },
  );

  test("an unconfirmed sign-up gets its reminder although the setting was off before the restore", async () => {
    await context.saveSettings({ deleteUnconfirmed: false });
    await restore();
    await end("cancel");
    await context.saveSettings({ deleteUnconfirmed: true });
    await remindAndDeleteUnconfirmed(context.dependencies);
    expect(
      await query("select recipient_email as email from email_log where recipient_email = 'due@exemple.fr'"),
    ).toHaveLength(1);
  });
});

test("ending the hold by cancelling cancels the waiting messages of the backup; newer messages leave", async () => {
  const { campaign, scheduled } = await restore();
  await writeTo("lea@exemple.fr");
  await query("update email_log set next_attempt_at = null where recipient_email = 'lea@exemple.fr'");
  expect((await end("cancel")).status).toBe(204);
  await letWorkersLook();
  await vi.waitFor(() => expect(sentTo()).toEqual(["lea@exemple.fr"]), soon);
  expect(await readHold()).toEqual({ hold: null });
  expect(await readCampaign(campaign)).toMatchObject({
    status: "cancelled",
    cancelled: 100,
    total: 100,
    sent: 0,
  });
  expect(await readCampaign(scheduled)).toMatchObject({ status: "cancelled" });
  const [entry] = await query(
    "select actor, details from journal_entries where action = 'email.hold_ended' order by id desc limit 1",
  );
  expect(entry).toEqual({
    actor: context.admin.admin.email,
    details: { waiting: "cancel", count: 3, campaigns: 2 },
  });
});

test("ending the hold by sending sends the waiting messages; a paused campaign waits until an admin resumes it", async () => {
  const { campaign } = await restore();
  expect((await end("send")).status).toBe(204);
  context.startWorker();
  await vi.waitFor(
    () =>
      expect(sentTo().sort()).toEqual(["confirmation@exemple.fr", "direct@exemple.fr", "link@exemple.fr"]),
    soon,
  );
  expect(await readCampaign(campaign)).toMatchObject({ status: "paused", sent: 0 });
  await context.request("POST", `/campaigns/${campaign}/resume`);
  await vi.waitFor(async () => expect(await readCampaign(campaign)).toMatchObject({ sent: 100 }), soon);
});

test("the hold ends once: the second call gets a 409, and only the two choices are accepted", async () => {
  expect((await end("send")).status).toBe(409);
  await restore();
  expect((await end("wait")).status).toBe(400);
  const answers = await Promise.all([end("cancel"), end("cancel")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(await refused?.json()).toMatchObject({ error: { message: mailHoldMessages.none } });
});

test("every administrator sees the hold; only a recently confirmed super administrator ends it", async () => {
  await restore();
  const ask = (headers: Record<string, string>) =>
    context.app.request("/api/admin/email/hold/end", {
      method: "POST",
      headers: { "content-type": "application/json", origin: "http://localhost", ...headers },
      body: JSON.stringify({ waiting: "send" }),
    });
  const plain = await context.signIn();
  expect((await context.app.request("/api/admin/email/hold", { headers: plain.headers })).status).toBe(200);
  expect((await context.app.request("/api/admin/email/hold")).status).toBe(401);
  expect((await ask({})).status).toBe(401);
  expect((await ask(plain.headers)).status).toBe(403);
  const { admin, headers } = await context.signIn({ superAdmin: true });
  await query(
    "update auth_sessions set created_at = now() - interval '1 hour', confirmed_at = null where user_id = $1",
    [admin.id],
  );
  expect(await (await ask(headers)).json()).toMatchObject({ error: { code: "reauthentication_required" } });
  expect((await readHold()).hold).not.toBeNull();
});
