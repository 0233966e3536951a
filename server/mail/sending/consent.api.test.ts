import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Campaign, RecipientCount } from "#contract/campaigns.schema.ts";
import { emailMessages } from "#contract/email.ts";
import { readConfig } from "#server/lib/config.ts";
import { createMailApp, type MailApp, soon, toEverybody } from "#server/mail/mail.test-helpers.ts";
import { createTransport } from "#server/mail/transports/create-transport.ts";
import { respond, startFakeHttpServer } from "#server/mail/transports/http-server.test-helpers.ts";

let context: MailApp;

beforeAll(async () => {
  context = await createMailApp();
});
afterAll(() => context.close());

/**
 * Inserts the people of the example in the specification: 31 signed up. Of these, 12 agreed to news, 17 did not (or did not confirm, or
 * withdrew), and 2 unsubscribed. Two of the twelve are signed up twice, but count once.
 */
beforeEach(async () => {
  await context.clear();
  await context.saveSettings();
  const { pool } = context.database;
  await pool.query(
    `insert into beta_signups (firstname, name, email)
     select 'Zoé', 'Martin', 'p' || n || '@exemple.fr' from generate_series(1, 31) n`,
  );
  await pool.query(
    `insert into brand_signups (firstname, name, email, website)
     select 'Zoé', 'Maison', 'P' || n || '@exemple.fr', 'https://zoe.example' from generate_series(1, 2) n`,
  );
  await context.agree();
  const numbered = (from: number, to: number) =>
    `email_hash in (select address_hash('p' || n || '@exemple.fr') from generate_series(${from}, ${to}) n)`;
  await pool.query(`delete from consents where ${numbered(15, 25)}`);
  await pool.query(`update consents set confirmed_at = null where ${numbered(26, 28)}`);
  await pool.query(
    `update consents set withdrawn_at = now(), withdrawn_by = 'admin' where ${numbered(29, 31)}`,
  );
  await pool.query(
    `insert into suppressions (email_hash, scope, reason, source) values
       (address_hash('p13@exemple.fr'), 'news', 'unsubscribed', 'person'),
       (address_hash('p14@exemple.fr'), 'all', 'bounced', 'system')`,
  );
});

const count = async (query: string): Promise<RecipientCount> => {
  const answer = await context.request("GET", `/campaigns/recipients?statusFilter=all${query}`);
  return (await answer.json()) as RecipientCount;
};

const news = { subject: "Nouvelles", content: "<p>Bonjour</p>", statusFilter: "all" };
const start = async (body: object) => {
  const answer = await context.request("POST", "/campaigns", body);
  return { status: answer.status, body: (await answer.json()) as Campaign };
};
const recipients = async () => (await context.log()).map((row) => row.recipient_email).sort();
const agreed = Array.from({ length: 12 }, (_, index) => `p${index + 1}@exemple.fr`).sort();

describe("news", () => {
  // registre: 12
  test("counts recipients of news by state: confirmed, without consent, unsubscribed, bounced", async () => {
    const sums = { total: 31, count: 12, withoutConsent: 17, unsubscribed: 1, bounced: 1, blocked: 0 };
    expect(await count("")).toEqual(sums);
    expect(await count("&kind=news&recipientType=user")).toEqual(sums);
    expect(await count("&recipientType=brand")).toEqual({
      total: 2,
      count: 2,
      withoutConsent: 0,
      unsubscribed: 0,
      bounced: 0,
      blocked: 0,
    });
  });

  // registre: 12
  test("sends news only to people with a confirmed, current consent", async () => {
    const { status, body } = await start(news);
    expect([status, body.total, body.kind, body.reason]).toEqual([202, 12, "news", null]);
    expect(await recipients()).toEqual(agreed);
    const rows = await context.log<{ purpose: string; known: boolean; since: string }>(
      `purpose, recipient_hash = address_hash(recipient_email) as known, variables ->> 'consentedAt' as since`,
    );
    for (const row of rows) {
      expect(row).toMatchObject({ purpose: "news", known: true });
      expect(Date.parse(row.since)).toBeGreaterThan(Date.now() - 60_000);
    }
  });

  test("a campaign of news without recipients is not started", async () => {
    await context.database.pool.query("delete from consents");
    expect((await start(news)).status).toBe(409);
    expect(await recipients()).toEqual([]);
  });

  test("news are skipped for people who unsubscribe before a simulation ends", async () => {
    await context.saveSettings({ simulationMode: true });
    const { body } = await start(news);
    await context.database.pool.query(
      "delete from consents where email_hash = address_hash('p5@exemple.fr')",
    );
    await context.database.pool.query("update campaigns set started_at = now() - interval '1 hour'");
    context.startWorker();
    const read = async () => (await context.request("GET", `/campaigns/${body.id}`)).json();
    await vi.waitFor(async () => expect(await read()).toMatchObject({ status: "completed" }), soon);
    expect(await read()).toMatchObject({ total: 12, sent: 11, skipped: 1 });
  });

  test("scheduled news go to the people who have given their consent when the campaign starts", async () => {
    const { body } = await start({ ...news, scheduledAt: new Date(Date.now() + 3_600_000).toISOString() });
    await context.database.pool.query(
      "delete from consents where email_hash = address_hash('p5@exemple.fr')",
    );
    await context.database.pool.query("update campaigns set scheduled_at = now()");
    context.startWorker();
    const read = async () => (await context.request("GET", `/campaigns/${body.id}`)).json();
    await vi.waitFor(async () => expect(await read()).toMatchObject({ status: "completed" }), soon);
    expect(await recipients()).toEqual(agreed.filter((email) => email !== "p5@exemple.fr"));
  });
});

describe("a message of service", () => {
  test("a service message goes to all selected people, except those who get no mail at all", async () => {
    expect(await count("&kind=service")).toEqual({
      total: 31,
      count: 30,
      withoutConsent: 0,
      unsubscribed: 0,
      bounced: 1,
      blocked: 0,
    });
    const { status, body } = await start({ ...news, ...toEverybody });
    expect([status, body.total, body.kind, body.reason]).toEqual([202, 30, "service", toEverybody.reason]);
    expect(await recipients()).not.toContain("p14@exemple.fr");
    const purposes = new Set(
      (await context.log<{ purpose: string }>("purpose")).map(({ purpose }) => purpose),
    );
    expect([...purposes]).toEqual(["service"]);
  });

  test.each([{}, { reason: "" }, { reason: "  " }, { reason: "a\nb" }, { reason: "x".repeat(201) }])(
    "refuses a service message with the reason %j: a line is required",
    async (reason) => {
      const { status, body } = await start({ ...news, kind: "service", ...reason });
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: { fields: { reason: expect.any(String) } } });
    },
  );

  // registre: 18
  test("only super administrators send service campaigns; the journal keeps kind and reason", async () => {
    const admin = await context.signIn();
    const ask = (body: object) =>
      context.app.request("/api/admin/campaigns", {
        method: "POST",
        headers: admin.headers,
        body: JSON.stringify(body),
      });
    const refused = await ask({ ...news, ...toEverybody });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      error: { message: emailMessages.serviceProtected },
    });
    expect((await ask(news)).status).toBe(202);
    await start({ ...news, ...toEverybody });
    const { rows } = await context.database.pool.query(
      "select details from journal_entries where action = 'campaign.created' order by id desc limit 2",
    );
    expect(rows).toMatchObject([
      { details: { kind: "service", reason: toEverybody.reason, total: 30 } },
      { details: { kind: "news", total: 12 } },
    ]);
  });
});

describe("a template that a super administrator allowed as a message of service", () => {
  const text = { subject: "Votre place est prête", content: "<p>Bonjour {{firstName}}</p>" };
  const reason = "Chaque personne approuvée attend sa place";

  async function makeTemplate() {
    const made = await context.request("POST", "/email/templates", { name: "Bienvenue", ...text });
    const { id, version } = (await made.json()) as { id: string; version: number };
    return { id, version, path: `/email/templates/${id}` };
  }
  async function startAsAdmin(changes: object = {}) {
    const { headers } = await context.signIn();
    const campaign = {
      ...text,
      kind: "service",
      reason: "Une autre raison",
      statusFilter: "all",
      ...changes,
    };
    return context.app.request("/api/admin/campaigns", {
      method: "POST",
      headers,
      body: JSON.stringify(campaign),
    });
  }

  test("every admin sends an allowed template, unchanged and for its reason, until its next save", async () => {
    const { path, version } = await makeTemplate();
    expect((await startAsAdmin()).status).toBe(403);
    const allowed = await context.request("PUT", `${path}/service`, { reason, version });
    expect([allowed.status, await allowed.json()]).toMatchObject([200, { serviceReason: reason }]);
    expect((await startAsAdmin({ content: "<p>Une promotion</p>" })).status).toBe(403);
    const started = await startAsAdmin();
    expect([started.status, await started.json()]).toMatchObject([
      202,
      { kind: "service", reason, total: 30 },
    ]);
    const { rows } = await context.database.pool.query(
      "select action, details from journal_entries where action like 'email.template_service%' order by id desc limit 1",
    );
    expect(rows).toEqual([
      { action: "email.template_service_allowed", details: { name: "Bienvenue", reason } },
    ]);
    const saved = await context.request("PUT", path, { ...text, isActive: true, version });
    expect(await saved.json()).toMatchObject({ serviceReason: null });
    expect((await startAsAdmin()).status).toBe(403);
  });

  test("a withdrawn permission reserves the template for super administrators again", async () => {
    const { path, version } = await makeTemplate();
    await context.request("PUT", `${path}/service`, { reason, version });
    const withdrawn = await context.request("DELETE", `${path}/service?version=${version}`);
    expect([withdrawn.status, await withdrawn.json()]).toMatchObject([200, { serviceReason: null }]);
    expect((await startAsAdmin()).status).toBe(403);
  });

  test("allowing a template needs a reason, its present version and a super administrator", async () => {
    const { path, version } = await makeTemplate();
    const allow = (body: object) => context.request("PUT", `${path}/service`, body);
    expect((await allow({ reason: " ", version })).status).toBe(400);
    expect((await allow({ reason, version: version + 1 })).status).toBe(409);
    const gone = "/email/templates/0b6f6c1e-3c2b-4d55-9f0a-111111111111/service";
    expect((await context.request("PUT", gone, { reason, version })).status).toBe(404);
    const { headers } = await context.signIn();
    const asAdmin = await context.app.request(`/api/admin${path}/service`, {
      method: "PUT",
      headers,
      body: JSON.stringify({ reason, version }),
    });
    expect(asAdmin.status).toBe(403);
  });
});

test("on a site over http, news are refused with the reason, and service messages are sent", async () => {
  const { app } = context.compose({ config: { baseUrl: "http://tenue.example" } });
  const ask = (body: object) =>
    app.request("/api/admin/campaigns", {
      method: "POST",
      headers: { ...context.admin.headers, origin: "http://tenue.example" },
      body: JSON.stringify(body),
    });
  const refused = await ask(news);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    error: { code: "news_need_https", message: expect.stringContaining("https") },
  });
  expect(await recipients()).toEqual([]);
  expect((await ask({ ...news, ...toEverybody })).status).toBe(202);
});

test("with a PHP script that drops unsubscribe headers, news are refused with the reason, service messages are sent", async () => {
  const script = await startFakeHttpServer((response) =>
    respond(response, 200, { success: true, message: "Prêt" }),
  );
  const phpMailUrl = `${script.url}/send.php`;
  const { app } = context.compose({
    config: { phpMailUrl, mailPrivateHosts: ["127.0.0.1"] },
    transport: (settings) =>
      createTransport(
        settings,
        { ...readConfig({}), phpMailUrl, mailPrivateHosts: ["127.0.0.1"] },
        () => undefined,
      ),
  });
  await context.saveSettings({ preferredProvider: "php" });
  const ask = (body: object) =>
    app.request("/api/admin/campaigns", {
      method: "POST",
      headers: context.admin.headers,
      body: JSON.stringify(body),
    });
  try {
    const refused = await ask(news);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      error: { message: expect.stringContaining("en-têtes de désinscription") },
    });
    expect((await ask({ ...news, ...toEverybody })).status).toBe(202);
  } finally {
    await script.close();
  }
});
