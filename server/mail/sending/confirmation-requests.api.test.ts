import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Campaign, CampaignChecks } from "#contract/campaigns.schema.ts";
import { consentTexts } from "#contract/consent-texts.ts";
import { escapeHtml } from "#contract/template-variables.ts";
import { createMailApp, type MailApp, soon, toEverybody } from "#server/mail/mail.test-helpers.ts";
import { receivesNews } from "#server/privacy/consents.service.ts";
import { form, readPage } from "#server/privacy/pages.test-helpers.ts";
import { suppress } from "#server/privacy/suppressions.service.ts";

let context: MailApp;

beforeAll(async () => {
  context = await createMailApp();
});

beforeEach(async () => {
  await context.clear();
  await context.saveSettings();
  await context.database.pool.query(`
    insert into beta_signups (firstname, name, email, import_id, confirmed_at) values
      ('Zoé', 'Martin', 'zoe@exemple.fr', gen_random_uuid(), null),
      ('Léa', 'Petit', 'lea@exemple.fr', gen_random_uuid(), now()),
      ('Ana', 'Roux', 'ana@exemple.fr', null, null)`);
  await context.database.pool.query(`
    insert into brand_signups (firstname, name, email, website, import_id) values
      ('Max', 'Atelier', 'max@exemple.fr', 'https://max.example', gen_random_uuid())`);
});

afterAll(() => context.close());

const request = {
  kind: "confirmation",
  statusFilter: "all",
  subject: "Souhaitez-vous participer ?",
  content: "<p>Bonjour {{firstName}},</p><p>La bêta ouvre.</p>",
} as const;

const start = (changes: object = {}, admin = context.admin) =>
  context.app.request("/api/admin/campaigns", {
    method: "POST",
    headers: admin.headers,
    body: JSON.stringify({ ...request, ...changes }),
  });
const recipients = async () =>
  (await context.log<{ recipient_email: string }>("recipient_email"))
    .map(({ recipient_email }) => recipient_email)
    .sort();
const suppressNews = async (email: string) =>
  suppress(context.db, {
    emailHash: await context.dependencies.addresses.hash(email),
    scope: "news",
    reason: "unsubscribed",
    source: "x",
  });
/** Resolves when no message waits any more. */
async function sendAll() {
  context.startWorker();
  await vi.waitFor(
    async () => expect(await context.log("status")).not.toContainEqual({ status: "pending" }),
    soon,
  );
}
const count = async () => context.read("/campaigns/recipients?kind=confirmation&statusFilter=all");

test("a request to confirm goes to imported people who have not confirmed their address", async () => {
  expect(await count()).toMatchObject({ total: 2, count: 2 });
  expect((await start()).status).toBe(202);
  expect(await recipients()).toEqual(["max@exemple.fr", "zoe@exemple.fr"]);
});

// registre: 36
test("people are asked to confirm only once by concurrent campaigns", async () => {
  const answers = await Promise.all([start(), start({ subject: "Encore" }), start({ subject: "Et encore" })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
  await sendAll();
  expect(context.recorder.sent).toHaveLength(2);
  expect((await start({ subject: "Le lendemain" })).status).toBe(409);
  expect(await count()).toMatchObject({ total: 0, count: 0 });
});

test("people can be asked again when their request was cancelled, simulated, or failed before it left", async () => {
  const campaign = (await (await start()).json()) as Campaign;
  await context.request("POST", `/campaigns/${campaign.id}/cancel`);
  expect(await count()).toMatchObject({ count: 2 });
  await start({ subject: "Encore" });
  await context.database.pool.query("update email_log set status = 'failed' where status = 'pending'");
  expect(await count()).toMatchObject({ count: 2 });
  await context.database.pool.query(
    "update email_log set status = 'sent', sent_at = now() where status = 'failed'",
  );
  expect(await count()).toMatchObject({ count: 2 });
});

const asked = () =>
  context.database.pool
    .query<{ firstname: string }>(
      `select firstname from (select * from beta_signups where reminded_at is not null) as users
       union all select firstname from brand_signups where reminded_at is not null order by 1`,
    )
    .then(({ rows }) => rows.map(({ firstname }) => firstname));

// registre: 36
test("people are not asked again after the log has deleted their address", async () => {
  await start();
  await sendAll();
  expect(await asked()).toEqual(["Max", "Zoé"]);
  await context.database.pool.query("update email_log set erased_at = now()");
  expect(await context.log("recipient_hash")).toEqual([{ recipient_hash: "" }, { recipient_hash: "" }]);
  expect(await count()).toMatchObject({ total: 0, count: 0 });
  expect((await start({ subject: "Un an après" })).status).toBe(409);
});

test("an address with imported sign-ups in both audiences is asked to confirm once", async () => {
  const importBrand = (email: string) =>
    context.database.pool.query(
      `insert into brand_signups (firstname, name, email, website, import_id)
       values ('Atelier', 'Zoé', $1, 'https://zoe.example', gen_random_uuid())`,
      [email],
    );
  await importBrand("zoe@exemple.fr");
  await start({ recipientType: "user" });
  await sendAll();
  expect(await asked()).toEqual(["Atelier", "Zoé"]);
  await context.database.pool.query("update email_log set erased_at = now()");
  await context.database.pool.query("delete from beta_signups where firstname = 'Zoé'");
  await start({ recipientType: "brand", subject: "Les marques" });
  expect(await recipients()).toEqual(["", "max@exemple.fr"]);
});

test("a request that was simulated or did not leave does not mark the sign-up as asked", async () => {
  await start();
  await context.database.pool.query(
    "update email_log set status = case when recipient_email like 'zoe%' then 'failed' else 'sent' end",
  );
  expect(await asked()).toEqual([]);
});

// registre: 36
test("people who unsubscribed before or after the start are not asked to confirm", async () => {
  await suppressNews("zoe@exemple.fr");
  expect(await count()).toMatchObject({ total: 2, count: 1, unsubscribed: 1 });
  await start();
  await suppressNews("max@exemple.fr");
  await sendAll();
  expect(context.recorder.sent).toEqual([]);
  expect(await context.log("status, purpose")).toEqual([{ status: "skipped", purpose: "confirmation" }]);
});

test("only a super administrator starts requests to confirm, without a reason", async () => {
  const admin = await context.signIn({ superAdmin: false });
  expect((await start({}, admin)).status).toBe(403);
  expect(await (await start()).json()).toMatchObject({ kind: "confirmation", reason: null });
});

test("the preview and the checks of a request to confirm include its button", async () => {
  const { subject, content } = request;
  const answer = await context.request("POST", "/email/preview", {
    subject,
    content,
    purpose: "confirmation",
  });
  const { html } = (await answer.json()) as { html: string };
  expect(html).toContain("Confirmer mon adresse");
  expect(html).toContain(escapeHtml(consentTexts.news));
  const draft = (await (await start({ draft: true })).json()) as Campaign;
  const { items } = (await context.read(`/campaigns/${draft.id}/checks`)) as CampaignChecks;
  expect(items.find(({ key }) => key === "unsubscribe")).toMatchObject({
    verdict: "ok",
    text: expect.stringContaining("confirmer"),
  });
});

function linkOf(email: string): string {
  const message = context.recorder.sent.find(({ to }) => JSON.stringify(to).includes(email));
  return /\/confirmation\/[\w.-]+/.exec(message?.text ?? "")?.[0] ?? "";
}

test("the page of a request to confirm offers news, and stores the consent that is given with the confirmation", async () => {
  await start();
  await sendAll();
  const path = linkOf("zoe@exemple.fr");
  const page = (init?: RequestInit) => readPage(context.app.request(path, init));
  expect((await page()).page).toMatchObject({
    state: "ask",
    isImported: true,
    askedNews: { words: consentTexts.news, isOffered: true },
  });
  const hash = await context.dependencies.addresses.hash("zoe@exemple.fr");
  expect(await receivesNews(context.db, hash)).toBe(false);
  expect((await page(form({ action: "confirm_with_news" }))).page).toMatchObject({
    state: "confirmed",
    receivesNews: true,
  });
  expect(await receivesNews(context.db, hash)).toBe(true);
});

test("a person who confirms only the address gets no news", async () => {
  await start();
  await sendAll();
  const path = linkOf("max@exemple.fr");
  const { page } = await readPage(context.app.request(path, form({ action: "confirm_address_only" })));
  expect(page).toMatchObject({ state: "confirmed", receivesNews: null });
  const hash = await context.dependencies.addresses.hash("max@exemple.fr");
  expect(await receivesNews(context.db, hash)).toBe(false);
});

test("service messages still reach people who unsubscribed from news", async () => {
  await suppressNews("zoe@exemple.fr");
  await start({ ...toEverybody, reason: "Votre place est prête" });
  expect(await recipients()).toContain("zoe@exemple.fr");
});
