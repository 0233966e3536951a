import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Campaign, CampaignDetail, CampaignList } from "#contract/campaigns.schema.ts";
import { createMailApp, type MailApp, toEverybody } from "#server/mail/mail.test-helpers.ts";

let context: MailApp;

beforeAll(async () => {
  context = await createMailApp();
});

beforeEach(async () => {
  await context.clear();
  await context.saveSettings();
  await context.database.pool.query(
    `insert into beta_signups (firstname, name, email)
     select 'Zoé', 'Martin', 'p' || n || '@exemple.fr' from generate_series(1, 3) n`,
  );
});

afterAll(() => context.close());

const whole = {
  subject: "Bonjour",
  content: "<p>La bêta ouvre.</p>",
  recipientType: "all",
  statusFilter: "all",
  ...toEverybody,
};

type Refusal = { error: { code: string; message: string; fields?: object }; current?: CampaignDetail };

async function call<Body = CampaignDetail & Refusal>(method: string, path: string, body?: unknown) {
  const answer = await context.request(method, `/campaigns${path}`, body);
  return {
    status: answer.status,
    body: (answer.status === 204 ? null : await answer.json()) as Body,
  };
}

const draft = async (changes: object = {}) => (await call("POST", "", { draft: true, ...changes })).body;

describe("a draft", () => {
  test("a draft may be empty, keeps its filters, and sends nothing", async () => {
    const { status, body } = await call("POST", "", { draft: true });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: "draft",
      subject: "",
      content: "",
      version: 1,
      total: 0,
      reason: null,
      kind: "news",
      recipientType: "all",
      statusFilter: "approved",
      createdBy: context.admin.admin.email,
    });
    expect((await call("GET", `/${body.id}`)).body).toEqual({ ...body, nextAttemptInMs: null });
    expect(await context.log()).toEqual([]);
  });

  test("a draft keeps no script", async () => {
    const kept = await draft({ content: '<p onclick="x()">a<script>alert(1)</script></p>' });
    expect(kept.content).toBe("<p>a</p>");
    const { body } = await call("PUT", `/${kept.id}`, { version: 1, content: "<script>x</script><p>b</p>" });
    expect(body.content).toBe("<p>b</p>");
  });

  test.each([
    [{ subject: "a\r\nBcc: x@exemple.fr" }, "subject"],
    [{ subject: "x".repeat(201) }, "subject"],
    [{ recipientType: "x" }, "recipientType"],
    [{ scheduledAt: "2099-01-01T00:00:00Z" }, "scheduledAt"],
  ])("a draft with %j is refused", async (change, field) => {
    const { status, body } = await call("POST", "", { draft: true, ...change });
    expect(status).toBe(400);
    expect(Object.keys(body.error.fields ?? {})).toEqual([field]);
  });

  test("a draft is saved from the version that was read; a stale save gets the current state and its author", async () => {
    const { id } = await draft(whole);
    const other = await context.signIn({ superAdmin: true });
    const saved = await call("PUT", `/${id}`, { ...whole, subject: "Deux", version: 1 });
    expect(saved).toMatchObject({ status: 200, body: { version: 2, subject: "Deux" } });
    const answer = await context.app.request(`/api/admin/campaigns/${id}`, {
      method: "PUT",
      headers: other.headers,
      body: JSON.stringify({ ...whole, subject: "Trois", version: 1 }),
    });
    expect(answer.status).toBe(409);
    const refusal = (await answer.json()) as Refusal;
    expect(refusal.error).toMatchObject({
      code: "stale",
      message: expect.stringContaining(context.admin.admin.email),
    });
    expect(refusal.current).toEqual(saved.body);
    expect((await call("PUT", `/${id}`, whole)).status).toBe(400);
  });

  test("one of six saves from the same version of a draft succeeds", async () => {
    const { id } = await draft(whole);
    const saves = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((n) => call("PUT", `/${id}`, { ...whole, subject: `${n}`, version: 1 })),
    );
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await call("GET", `/${id}`)).body.version).toBe(2);
  });

  test("a draft can be deleted, a campaign cannot", async () => {
    const { id } = await draft();
    expect((await call("DELETE", `/${id}`)).status).toBe(204);
    expect((await call("GET", `/${id}`)).status).toBe(404);
    expect((await call("DELETE", `/${id}`)).status).toBe(404);
    const started = await call<Campaign>("POST", "", whole);
    expect(await call("DELETE", `/${started.body.id}`)).toMatchObject({
      status: 409,
      body: { error: { code: "campaign_running" } },
    });
    expect(await context.log()).toHaveLength(3);
  });

  test("a draft is copied from any campaign, with its text and filters", async () => {
    const { id } = (await call<Campaign>("POST", "", { ...whole, recipientType: "user" })).body;
    const { status, body } = await call("POST", `/${id}/duplicate`);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: "draft",
      version: 1,
      subject: "Bonjour",
      content: "<p>La bêta ouvre.</p>",
      recipientType: "user",
      statusFilter: "all",
      total: 0,
      startedAt: null,
      ...toEverybody,
    });
    expect(await context.log()).toHaveLength(3);
  });

  test("a draft is sent to its author unchanged", async () => {
    const { id } = await draft({ subject: "Bonjour {{firstName}}", content: "<p>Ici</p>" });
    expect(await call("POST", `/${id}/test`)).toMatchObject({ status: 200, body: { ok: true } });
    expect(context.recorder.sent).toHaveLength(1);
    expect(context.recorder.sent[0]).toMatchObject({
      to: { address: context.admin.admin.email },
      subject: expect.stringMatching(/^\[Test\] Bonjour \S/),
      html: expect.stringContaining("Ici"),
    });
    expect((await call("GET", `/${id}`)).body.status).toBe("draft");
  });
});

describe("the start of a draft", () => {
  test("the start of a draft turns its row into the campaign and inserts a message per recipient", async () => {
    const { id } = await draft(whole);
    const { status, body } = await call<Campaign>("POST", `/${id}/start`, { version: 1 });
    expect(status).toBe(202);
    expect(body).toMatchObject({ id, status: "running", total: 3 });
    const log = await context.log();
    expect(log.map(({ campaign_id }) => campaign_id)).toEqual([id, id, id]);
    expect(await call("PUT", `/${id}`, { ...whole, version: 1 })).toMatchObject({
      status: 409,
      body: {
        error: { code: "campaign_running", message: expect.stringContaining("ne peut plus être modifié") },
      },
    });
  });

  test("two concurrent starts of a draft, by any admins, start it once", async () => {
    const { id } = await draft(whole);
    const other = await context.signIn({ superAdmin: true });
    const second = context.app.request(`/api/admin/campaigns/${id}/start`, {
      method: "POST",
      headers: other.headers,
      body: "{}",
    });
    const answers = await Promise.all([
      call("POST", `/${id}/start`),
      call("POST", `/${id}/start`, {}),
      second,
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    expect(await context.log()).toHaveLength(3);
    expect(await call("POST", `/${id}/start`)).toMatchObject({
      status: 409,
      body: { error: { code: "campaign_running", fields: { id } } },
    });
  });

  test("the start of another version than the confirmed one is refused with the current one", async () => {
    const { id } = await draft(whole);
    await call("PUT", `/${id}`, { ...whole, subject: "Deux", version: 1 });
    expect(await call("POST", `/${id}/start`, { version: 1 })).toMatchObject({
      status: 409,
      body: { error: { code: "stale" }, current: { version: 2, subject: "Deux" } },
    });
    expect(await context.log()).toEqual([]);
  });

  test("the start of an incomplete draft names each missing field, and leaves the draft unchanged", async () => {
    const { id } = await draft({ kind: "service" });
    const { status, body } = await call("POST", `/${id}/start`);
    expect(status).toBe(400);
    expect(body.error.fields).toEqual({
      subject: "L'objet est requis",
      content: "Le contenu est requis",
      reason: "Indiquez la raison de ce message de service",
    });
    await call("PUT", `/${id}`, { ...whole, reason: "", version: 1 });
    expect((await call("POST", `/${id}/start`)).body.error.fields).toHaveProperty("reason");
    await call("PUT", `/${id}`, { ...whole, statusFilter: "rejected", version: 2 });
    expect(await call("POST", `/${id}/start`)).toMatchObject({
      status: 409,
      body: { error: { code: "no_recipients" } },
    });
    expect((await call("GET", `/${id}`)).body).toMatchObject({ status: "draft", version: 3 });
  });

  test("the start of a draft with a future time schedules it", async () => {
    const { id } = await draft(whole);
    expect((await call("POST", `/${id}/start`, { scheduledAt: "2020-01-01T00:00:00Z" })).status).toBe(400);
    const scheduledAt = "2099-01-05T08:00:00.000Z";
    expect(await call("POST", `/${id}/start`, { scheduledAt })).toMatchObject({
      status: 202,
      body: { status: "scheduled", scheduledAt, total: 0 },
    });
    expect((await call("POST", `/${id}/start`)).status).toBe(409);
    expect(await context.log()).toEqual([]);
  });

  test("the start of a service message needs a super administrator, and a second identical start is refused", async () => {
    const { id } = await draft(whole);
    const plain = await context.signIn({ superAdmin: false });
    const refused = await context.app.request(`/api/admin/campaigns/${id}/start`, {
      method: "POST",
      headers: plain.headers,
      body: "{}",
    });
    expect(refused.status).toBe(403);
    const first = await call<Campaign>("POST", "", whole);
    expect(await call("POST", `/${id}/start`)).toMatchObject({
      status: 409,
      body: { error: { code: "campaign_running", fields: { id: first.body.id } } },
    });
    expect(await context.log()).toHaveLength(3);
  });
});

describe("the list of campaigns", () => {
  const list = async (query = "") => (await call<CampaignList>("GET", query)).body;

  test("the list shows drafts and campaigns by group and page, newest first", async () => {
    await context.database.pool.query(`
      insert into campaigns (subject, content, recipient_type, status_filter, status, fingerprint, created_by, created_at)
      select 'n° ' || n, 'x', 'all', 'all', (array['draft','completed','cancelled','paused','scheduled'])[n % 5 + 1], n::text, 'a@b.fr',
        now() - make_interval(mins => n) from generate_series(1, 45) n`);
    const first = await list();
    expect(first.counts).toEqual({ draft: 9, scheduled: 9, running: 9, done: 18 });
    expect(first.items).toHaveLength(20);
    const second = await list(`?before=${first.next}`);
    const third = await list(`?before=${second.next}`);
    const all = [...first.items, ...second.items, ...third.items].map(({ subject }) => subject);
    expect(all).toEqual(Array.from({ length: 45 }, (_, index) => `n° ${index + 1}`));
    expect(third.next).toBeNull();
    const done = await list("?group=done");
    expect(new Set(done.items.map(({ status }) => status))).toEqual(new Set(["completed", "cancelled"]));
    expect((await call("GET", "?group=lost")).status).toBe(400);
    expect((await call("GET", "?before=x")).status).toBe(400);
  });

  test("the list sorts a started draft by the time of its start", async () => {
    const { id } = await draft(whole);
    await context.database.pool.query("update campaigns set created_at = now() - interval '2 days'");
    await draft({ subject: "Plus récent" });
    await call("POST", `/${id}/start`);
    expect((await list()).items.map(({ subject }) => subject)).toEqual(["Bonjour", "Plus récent"]);
  });

  test("every call on drafts is refused without a session", async () => {
    const { id } = await draft(whole);
    for (const [method, path] of [
      ["PUT", ""],
      ["DELETE", ""],
      ["POST", "/start"],
      ["POST", "/test"],
      ["POST", "/duplicate"],
      ["POST", "/resend"],
      ["GET", "/checks"],
      ["GET", "/figures"],
    ] as const) {
      const answer = await context.app.request(`/api/admin/campaigns/${id}${path}`, {
        method,
        headers: { origin: "http://localhost", "content-type": "application/json" },
        ...(method !== "GET" && { body: "{}" }),
      });
      expect([method, path, answer.status]).toEqual([method, path, 401]);
    }
  });
});
