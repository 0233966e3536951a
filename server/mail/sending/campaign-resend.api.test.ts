import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Campaign, CampaignFigures } from "#contract/campaigns.schema.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import { createMailApp, type MailApp, soon, toEverybody } from "#server/mail/mail.test-helpers.ts";
import { purgeMailLog } from "./purge.service.ts";

let context: MailApp;

beforeAll(async () => {
  context = await createMailApp();
});

beforeEach(async () => {
  await context.clear();
  await context.saveSettings();
});

afterAll(() => context.close());

const people = (n: number) =>
  context.database.pool.query(
    `insert into beta_signups (firstname, name, email)
     select 'Zoé', 'Martin', 'p' || n || '@exemple.fr' from generate_series(1, $1::int) n`,
    [n],
  );

const post = async (path: string, body?: unknown) => {
  const answer = await context.request("POST", `/campaigns${path}`, body);
  return { status: answer.status, body: (await answer.json()) as Campaign };
};

const ended = (id: string) =>
  vi.waitFor(async () => {
    const answer = await context.request("GET", `/campaigns/${id}`);
    expect(await answer.json()).toMatchObject({ status: "completed" });
  }, soon);

/** Sends a campaign to its end, with a permanent refusal for the given addresses. */
async function sentTo(count: number, refused: string[], more: object = {}): Promise<string> {
  await people(count);
  context.recorder.outcome = ({ to }) =>
    refused.includes(to.address) ? { type: "refused", message: "550 5.7.1" } : { type: "sent" };
  context.startWorker();
  const { body } = await post("", {
    subject: "Bonjour",
    content: "<p>Ici</p>",
    statusFilter: "all",
    ...toEverybody,
    ...more,
  });
  await ended(body.id);
  context.recorder.sent.length = 0;
  return body.id;
}

const written = () => context.recorder.sent.map(({ to }) => to.address).sort();

test("a resend is a new campaign to the recipients whose message failed", async () => {
  const id = await sentTo(4, ["p2@exemple.fr", "p3@exemple.fr"]);
  context.recorder.outcome = () => ({ type: "sent" });
  const { status, body } = await post(`/${id}/resend`);
  expect(status).toBe(202);
  expect(body).toMatchObject({ total: 2, resendOf: id, subject: "Bonjour", status: "running" });
  await ended(body.id);
  expect(written()).toEqual(["p2@exemple.fr", "p3@exemple.fr"]);
  expect((await post(`/${id}/resend`)).status).toBe(409);
  expect((await post(`/${body.id}/resend`)).status).toBe(409);
});

test("a campaign is sent again only once for two concurrent clicks", async () => {
  const id = await sentTo(3, ["p1@exemple.fr", "p2@exemple.fr"]);
  context.recorder.outcome = () => ({ type: "sent" });
  const answers = await Promise.all([1, 2, 3, 4].map(() => post(`/${id}/resend`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409]);
  const started = answers.find(({ status }) => status === 202)?.body.id ?? "";
  await ended(started);
  expect(written()).toEqual(["p1@exemple.fr", "p2@exemple.fr"]);
});

test("a campaign sent again goes only to people who got it neither from the original nor from a resend", async () => {
  const id = await sentTo(2, ["p1@exemple.fr"]);
  const second = await post(`/${id}/resend`);
  await ended(second.body.id);
  context.recorder.sent.length = 0;
  context.recorder.outcome = () => ({ type: "sent" });
  const third = await post(`/${id}/resend`);
  expect(third).toMatchObject({ status: 202, body: { total: 1, resendOf: id } });
  await ended(third.body.id);
  expect(written()).toEqual(["p1@exemple.fr"]);
  expect((await post(`/${second.body.id}/resend`)).status).toBe(409);
});

test("a campaign sent again leaves out messages that may have left, unless the admin includes them", async () => {
  await people(2);
  context.recorder.outcome = ({ to }) =>
    to.address === "p1@exemple.fr" ? { type: "uncertain", message: "coupé" } : { type: "sent" };
  context.startWorker();
  const { body } = await post("", {
    subject: "Bonjour",
    content: "<p>Ici</p>",
    statusFilter: "all",
    ...toEverybody,
  });
  await ended(body.id);
  expect(await post(`/${body.id}/resend`)).toMatchObject({
    status: 409,
    body: { error: { code: "no_recipients", message: "Il n’y a personne à qui renvoyer ce message." } },
  });
  context.recorder.outcome = () => ({ type: "sent" });
  const again = await post(`/${body.id}/resend`, { uncertain: true });
  expect(again).toMatchObject({ status: 202, body: { total: 1 } });
  await ended(again.body.id);
  expect((await post(`/${body.id}/resend`, { uncertain: true })).status).toBe(409);
});

test("a campaign sent again leaves out recipients who are blocked, unsubscribed or no longer signed up", async () => {
  const id = await sentTo(4, ["p1@exemple.fr", "p2@exemple.fr", "p3@exemple.fr"]);
  await context.database.pool.query(`
    insert into suppressions (email_hash, scope, reason, source)
    values (address_hash('p1@exemple.fr'), 'all', 'unsubscribed', 'test')`);
  await context.database.pool.query("delete from beta_signups where email = 'p2@exemple.fr'");
  context.recorder.outcome = () => ({ type: "sent" });
  const { body } = await post(`/${id}/resend`);
  expect(body.total).toBe(1);
  await ended(body.id);
  expect(written()).toEqual(["p3@exemple.fr"]);
});

test("a campaign sent again leaves out cancelled messages", async () => {
  await people(3);
  const { body } = await post("", {
    subject: "Bonjour",
    content: "<p>Ici</p>",
    statusFilter: "all",
    ...toEverybody,
  });
  expect((await post(`/${body.id}/resend`)).status).toBe(409);
  await post(`/${body.id}/cancel`);
  expect((await post(`/${body.id}/resend`)).status).toBe(409);
});

test("a failed message cannot be requeued when its campaign was sent again", async () => {
  const id = await sentTo(2, ["p1@exemple.fr"]);
  const entry = (await context.log()).find(({ status }) => status === "failed");
  context.recorder.outcome = () => ({ type: "sent" });
  const { body } = await post(`/${id}/resend`);
  await ended(body.id);
  const answer = await context.request("POST", "/email/log/resend", { ids: [entry?.id] });
  expect(answer.status).toBe(409);
  expect(written()).toEqual(["p1@exemple.fr"]);
});

test("a failed message cannot be requeued once the log has deleted its text and names", async () => {
  await sentTo(3, ["p1@exemple.fr", "p2@exemple.fr"]);
  const { pool } = context.database;
  await pool.query(
    `insert into email_log (recipient_email, subject, content, status, email_type, failed_at)
     values ('p4@exemple.fr', 'Bonjour', 'Ici', 'failed', 'transactional', now())`,
  );
  const failed = (await context.log()).filter(({ status }) => status === "failed");
  await pool.query(
    "update email_log set created_at = now() - make_interval(days => $1) where recipient_email <> 'p2@exemple.fr'",
    [privacyPeriods.mailTextDays + 1],
  );
  await purgeMailLog(context.dependencies);
  context.recorder.outcome = () => ({ type: "sent" });
  const requeue = (ids: string[]) => context.request("POST", "/email/log/resend", { ids });
  expect(await (await requeue(failed.map(({ id }) => id))).json()).toEqual({ count: 1, skipped: 2 });
  await vi.waitFor(() => expect(written()).toEqual(["p2@exemple.fr"]), soon);
  const left = (await context.log()).filter(({ status }) => status === "failed");
  const answer = await requeue(left.map(({ id }) => id));
  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain("90 jours");
});

test("the log of a campaign is filtered by outcome and read page by page", async () => {
  const id = await sentTo(130, ["p1@exemple.fr", "p2@exemple.fr"]);
  await post("", {
    subject: "Autre",
    content: "<p>Autre</p>",
    statusFilter: "all",
    ...toEverybody,
  });
  const log = async (query: string) =>
    (await (await context.request("GET", `/email/log?campaign=${id}${query}`)).json()) as {
      items: { recipientEmail: string; subject: string }[];
      next: string | null;
    };
  const first = await log("");
  expect(first.items).toHaveLength(100);
  const second = await log(`&before=${first.next}`);
  expect(second).toMatchObject({ next: null });
  const seen = [...first.items, ...second.items];
  expect(new Set(seen.map(({ recipientEmail }) => recipientEmail)).size).toBe(130);
  expect(seen.every(({ subject }) => subject === "Bonjour")).toBe(true);
  expect((await log("&status=failed")).items.map(({ recipientEmail }) => recipientEmail).sort()).toEqual([
    "p1@exemple.fr",
    "p2@exemple.fr",
  ]);
  expect((await log("&search=p130")).items).toHaveLength(1);
  expect((await context.request("GET", "/email/log?campaign=x")).status).toBe(400);
});

test("figures are counted per hour in which messages ended, or per day for a long campaign", async () => {
  const id = await sentTo(5, ["p1@exemple.fr"]);
  const figures = async () =>
    (await (await context.request("GET", `/campaigns/${id}/figures`)).json()) as CampaignFigures;
  expect(await figures()).toMatchObject({
    step: "hour",
    points: [{ sent: 4, failed: 1 }],
  });
  const { pool } = context.database;
  await pool.query(
    "update campaigns set started_at = '2026-06-01T08:00:00Z', finished_at = '2026-06-06T08:00:00Z'",
  );
  await pool.query("update email_log set sent_at = '2026-06-01T22:30:00Z' where status = 'sent'");
  await pool.query("update email_log set failed_at = '2026-06-01T21:30:00Z' where status = 'failed'");
  expect(await figures()).toMatchObject({
    step: "day",
    points: [
      { at: "2026-05-31T22:00:00.000Z", sent: 0, failed: 1 },
      { at: "2026-06-01T22:00:00.000Z", sent: 4, failed: 0, bounced: 0 },
    ],
  });
  // A refusal in the SMTP dialogue is already counted as a failure.
  await pool.query(
    `insert into email_events (dedupe_key, kind, source, campaign_id, recipient_hash, at)
     select kind || source, kind, source, $1, 'x', at::timestamptz from (values
       ('hard', 'mailbox', '2026-06-02T08:00Z'), ('hard', 'smtp', '2026-06-02T08:00Z'),
       ('unsubscribed', 'page', '2026-06-03T08:00Z'), ('complaint', 'sendgrid', '2026-06-03T09:00Z')
     ) as events (kind, source, at)`,
    [id],
  );
  expect((await figures()).points.slice(1)).toEqual([
    {
      at: "2026-06-01T22:00:00.000Z",
      sent: 4,
      failed: 0,
      bounced: 1,
      unsubscribed: 0,
      complained: 0,
    },
    {
      at: "2026-06-02T22:00:00.000Z",
      sent: 0,
      failed: 0,
      bounced: 0,
      unsubscribed: 1,
      complained: 1,
    },
  ]);
});
