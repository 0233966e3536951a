import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { PersonalDataReport, PrivacyRequest } from "#contract/privacy.schema.ts";
import { createMailApp, type MailApp } from "#server/mail/mail.test-helpers.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { deleteOldRequests } from "./requests.service.ts";

let context: MailApp;
beforeAll(async () => {
  context = await createMailApp({ config: { signupLimitPerMinute: 0 } });
});
beforeEach(async () => {
  await context.clear();
  await context.saveSettings();
  await emptyTables(context.database, "consents, suppressions, privacy_requests, journal_entries");
});
afterAll(() => context.close());

const email = "zoe@exemple.fr";
const query = async (sql: string) => (await context.database.pool.query(sql)).rows;

async function signUp(audience: "user" | "brand" = "user", address = email): Promise<string> {
  const website = audience === "brand" ? { website: "exemple.fr" } : {};
  const answer = await context.app.request(`/api/signups/${audience}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: "http://localhost" },
    body: JSON.stringify({
      firstname: "Zoé",
      name: "Martin",
      email: address,
      newsConsent: true,
      responses: {},
      ...website,
    }),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

async function desk<Answer = PersonalDataReport>(action: string, body: object = { email }): Promise<Answer> {
  const answer = await context.request("POST", `/privacy/${action}`, body);
  expect(answer.status, action).toBe(200);
  return (await answer.json()) as Answer;
}

describe("the screen for privacy rights", () => {
  test("all data of an address are found in any spelling, which is journalled without the address", async () => {
    await signUp();
    await signUp("brand");
    await signUp("user", "lea@exemple.fr");
    const found = await desk("search", { email: " Zoe@Exemple.FR " });
    expect(found).toMatchObject({ email, receivesNews: false, isLimited: false });
    expect(found.signups.map(({ audience }) => audience)).toEqual(["user", "brand"]);
    expect(found.consents).toHaveLength(2);
    expect(found.messages.length).toBeGreaterThan(0);
    expect(await query("select action, details, subject from journal_entries")).toEqual([
      { action: "privacy.searched", details: {}, subject: null },
    ]);
  });

  test("the friends, the star and the note of a person are found, as in the person's own file", async () => {
    await signUp();
    await query("update beta_signups set starred = true, note = 'Vue à Paris.'");
    expect((await desk("search")).signups).toMatchObject([
      { friends: 0, starred: true, note: "Vue à Paris." },
    ]);
  });

  test("an unknown address has no data to find", async () => {
    expect(await desk("search")).toMatchObject({ email: null, signups: [], messages: [], requests: [] });
  });

  // registre: 29
  test("a copy of the data is handed over, and the request recorded", async () => {
    await signUp();
    expect(await desk("export")).toMatchObject({ email, signups: [{ firstname: "Zoé" }] });
    expect((await desk("search")).requests).toMatchObject([
      { kind: "access", source: "admin", outcome: "Copie remise", handledBy: context.admin.admin.email },
    ]);
  });

  test("a correction changes the names of one address only", async () => {
    const id = await signUp();
    const values = { firstname: "Chloé", name: "Martin", email, version: 1 };
    const report = await desk("rectify", { email, audience: "user", id, values });
    expect(report.signups).toMatchObject([{ firstname: "Chloé", version: 2 }]);
    const foreign = await context.request("POST", "/privacy/rectify", {
      email: "lea@exemple.fr",
      audience: "user",
      id,
      values,
    });
    expect(foreign.status).toBe(404);
  });

  test("a correction that the register of requests cannot record changes nothing", async () => {
    const id = await signUp();
    await query("alter table privacy_requests add constraint unavailable check (false) not valid");
    onTestFinished(
      async () => void (await query("alter table privacy_requests drop constraint unavailable")),
    );
    const values = { firstname: "Chloé", name: "Martin", email, version: 1 };
    const answer = await context.request("POST", "/privacy/rectify", { email, audience: "user", id, values });
    expect(answer.status).toBe(500);
    expect(await query("select firstname from beta_signups")).toEqual([{ firstname: "Zoé" }]);
  });

  // registre: 28
  test("a limited person is kept but neither decided nor written to", async () => {
    const id = await signUp();
    expect(await desk("limit", { email, limited: true })).toMatchObject({
      isLimited: true,
      suppressions: [{ reason: "limited", scope: "all" }],
    });
    const decision = await context.request("PATCH", `/signups/user/${id}`, { status: "approved" });
    expect(decision.status).toBe(409);
    expect(await decision.json()).toMatchObject({ error: { message: expect.stringContaining("limité") } });
    const bulk = await context.request("POST", "/signups/user/bulk", { action: "approve", ids: [id] });
    await bulk.text();
    expect(await query("select status from beta_signups")).toEqual([{ status: "pending" }]);
    expect(
      await query("select allowed from beta_signups, mail_permission(email_hash, 'direct', 'service')"),
    ).toEqual([{ allowed: false }]);

    expect(await desk("limit", { email, limited: false })).toMatchObject({
      isLimited: false,
      suppressions: [],
    });
    expect((await context.request("PATCH", `/signups/user/${id}`, { status: "approved" })).status).toBe(200);
  });

  // registre: 28
  test("a limitation ends with the data that it limited, so that a new sign-up is asked to confirm", async () => {
    const user = await signUp();
    const brand = await signUp("brand");
    const reasons = async () => (await query("select reason from suppressions")).map(({ reason }) => reason);
    await desk("object", { email, objects: true });
    expect(await reasons()).toEqual(["unsubscribed", "limited"]);
    expect((await context.request("DELETE", `/signups/brand/${brand}`)).status).toBe(204);
    expect(await reasons()).toEqual(["unsubscribed"]);
    await desk("limit", { email, limited: true });
    await desk("erase");
    expect(await reasons()).toEqual(["unsubscribed", "erased"]);
    expect(await signUp()).not.toBe(user);
    expect(
      await query("select allowed from beta_signups, mail_permission(email_hash, 'confirmation', 'service')"),
    ).toEqual([{ allowed: true }]);
  });

  test("a limited brand's person gets the messages about a new sign-up as a user, and none about the brand", async () => {
    await signUp("brand");
    await desk("limit", { email, limited: true });
    const service = () =>
      query(`select (select allowed from mail_permission(address_hash('${email}'), 'confirmation', 'service')) as confirmation,
        (select allowed from mail_permission(address_hash('${email}'), 'direct', 'service')) as direct`);
    expect(await service()).toEqual([{ confirmation: false, direct: false }]);
    const user = await signUp("user");
    expect(await service()).toEqual([{ confirmation: true, direct: true }]);
    expect((await desk("search")).suppressions).toMatchObject([{ reason: "limited", scope: "news" }]);
    expect(
      await query(
        "select status, variables ->> 'confirms' as audience from email_log order by created_at, id",
      ),
    ).toEqual([
      { status: "skipped", audience: "brand" },
      { status: "pending", audience: "user" },
    ]);
    expect((await context.request("DELETE", `/signups/user/${user}`)).status).toBe(204);
    expect(await service()).toEqual([{ confirmation: false, direct: false }]);
  });

  // registre: 28
  test("a limited person whose address is corrected stays limited and gets no message", async () => {
    const id = await signUp();
    await signUp("brand");
    await desk("limit", { email, limited: true });
    const corrected = "zoe.martin@exemple.fr";
    const values = { firstname: "Zoé", name: "Martin", email: corrected, version: 1 };
    const correct = (audience: string, signup: string, more = {}) =>
      desk("rectify", { email, audience, id: signup, values: { ...values, ...more } });
    const limited = [expect.objectContaining({ reason: "limited", scope: "all" })];
    expect(await correct("user", id)).toMatchObject({ isLimited: true, suppressions: limited });
    expect((await desk("search")).suppressions).toEqual(limited);
    expect(await query(`select 1 from email_log where recipient_email = '${corrected}'`)).toEqual([]);
    expect(
      await query("select kind from erasure_log where email_hash = (select email_hash from beta_signups)"),
    ).toEqual([{ kind: "readdressed" }]);
    const [brand] = await query("select id from brand_signups");
    await correct("brand", brand?.id, { website: "exemple.fr" });
    expect((await desk("search")).suppressions).toEqual([]);
    expect(await desk("limit", { email: corrected, limited: false })).toMatchObject({ suppressions: [] });
  });

  // registre: 28
  test("the end of a limitation restarts the year without activity", async () => {
    await signUp();
    await desk("limit", { email, limited: true });
    await query("update beta_signups set created_at = now() - interval '3 years'");
    await desk("limit", { email, limited: false });
    expect(await query("select active_at > now() - interval '1 minute' as active from beta_signups")).toEqual(
      [{ active: true }],
    );
  });

  // registre: 32
  test("an objection ends news and statistics, is recorded with its date, and can be withdrawn", async () => {
    await signUp();
    await signUp("user", "lea@exemple.fr");
    await query("update consents set confirmed_at = now()");
    const counted = "select coalesce(sum(count), 0)::int as count from signup_totals";
    expect(await query(counted)).toEqual([{ count: 2 }]);
    expect(await desk("object", { email, objects: true })).toMatchObject({
      receivesNews: false,
      isLimited: false,
      signups: [{ objectedAt: expect.any(String) }],
      suppressions: [{ reason: "unsubscribed", scope: "news" }],
      requests: [{ kind: "objection", outcome: "Opposition appliquée", closedAt: expect.any(String) }],
    });
    expect(await query(counted)).toEqual([{ count: 1 }]);
    expect(await query("select action from journal_entries")).toEqual([{ action: "privacy.objected" }]);
    expect(await desk("object", { email, objects: false })).toMatchObject({
      receivesNews: false,
      signups: [{ objectedAt: null }],
    });
    expect(await query(counted)).toEqual([{ count: 2 }]);
  });

  // registre: 32
  test("an objection limits a brand's sign-up, which rests on legitimate interest alone", async () => {
    await signUp("brand");
    expect(await desk("object", { email, objects: true })).toMatchObject({
      isLimited: true,
      suppressions: expect.arrayContaining([expect.objectContaining({ reason: "limited", scope: "all" })]),
    });
  });

  // registre: 32
  test("an objection for a brand leaves the same person's sign-up as a user in use", async () => {
    const id = await signUp();
    const brand = await signUp("brand");
    await query(
      `insert into email_log (recipient_email, subject, email_type, variables)
       values ('${email}', 'Marque', 'transactional', '{"signupId": "${brand}"}')`,
    );
    expect(await desk("object", { email, objects: true })).toMatchObject({
      suppressions: expect.arrayContaining([expect.objectContaining({ reason: "limited", scope: "news" })]),
    });
    expect((await context.request("PATCH", `/signups/user/${id}`, { status: "approved" })).status).toBe(200);
    expect((await context.request("PATCH", `/signups/brand/${brand}`, { status: "rejected" })).status).toBe(
      409,
    );
    expect(await query("select status from email_log where subject = 'Marque'")).toEqual([
      { status: "skipped" },
    ]);
    const recipients = (audience: string) =>
      query(`select email, allowed from campaign_recipients('${audience}', 'all', 'service')`);
    expect(await recipients("brand")).toEqual([]);
    expect(await recipients("all")).toEqual([{ email, allowed: true }]);
    expect(await desk("limit", { email, limited: true })).toMatchObject({
      suppressions: expect.arrayContaining([expect.objectContaining({ reason: "limited", scope: "all" })]),
    });
    expect(await recipients("all")).toEqual([]);
  });

  test("an erasure removes an address everywhere and returns the number of sign-ups", async () => {
    await signUp();
    await signUp("brand");
    expect(await desk("erase")).toEqual({ signups: 2 });
    expect(await desk("search")).toMatchObject({
      email: null,
      signups: [],
      consents: [],
      messages: [],
      suppressions: [{ reason: "erased" }],
      requests: [{ kind: "erasure" }],
    });
    const journal = JSON.stringify(await query("select * from journal_entries"));
    expect(journal).not.toContain(email);
  });

  test.each([
    ["search", {}],
    ["search", { email: "zoe" }],
    ["search", { email, more: 1 }],
    ["limit", { email }],
    ["limit", { email, limited: "oui" }],
    ["rectify", { email, audience: "user", id: "x", values: {} }],
    ["requests", { email, kind: "autre" }],
  ])("the call %s refuses %j", async (action, body) => {
    expect((await context.request("POST", `/privacy/${action}`, body)).status).toBe(400);
  });

  test("only administrators can exercise rights for a person; copies and erasure ask for the password again", async () => {
    for (const [method, path] of [
      ...["search", "export", "rectify", "limit", "erase", "requests"].map((path) => ["POST", path] as const),
      ["GET", "requests"] as const,
      ["PATCH", "requests/0b6f6c1e-3c2b-4d55-9f0a-111111111111"] as const,
    ]) {
      const answer = await context.app.request(`/api/admin/privacy/${path}`, { method });
      expect(answer.status, path).toBe(401);
    }
    const later = await context.signIn();
    await query(
      `update auth_sessions set created_at = now() - interval '1 hour', confirmed_at = null where user_id = '${later.admin.id}'`,
    );
    for (const path of ["export", "erase"]) {
      const answer = await context.app.request(`/api/admin/privacy/${path}`, {
        method: "POST",
        headers: later.headers,
        body: JSON.stringify({ email }),
      });
      expect(answer.status, path).toBe(403);
      expect(await answer.json()).toMatchObject({ error: { code: "reauthentication_required" } });
    }
  });
});

describe("the register", () => {
  const register = async () =>
    ((await (await context.request("GET", "/privacy/requests")).json()) as { items: PrivacyRequest[] }).items;

  // registre: 19
  test("a request is recorded once with due date and outcome, never the address", async () => {
    const opened = await context.request("POST", "/privacy/requests", { email, kind: "objection" });
    expect(opened.status).toBe(201);
    const request = (await opened.json()) as PrivacyRequest;
    expect(request).toMatchObject({ kind: "objection", source: "admin", closedAt: null, isUrgent: false });
    const days = (Date.parse(request.dueAt) - Date.parse(request.receivedAt)) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(28);
    expect(days).toBeLessThanOrEqual(31);

    const close = () =>
      context.request("PATCH", `/privacy/requests/${request.id}`, { outcome: "Retirée des envois" });
    expect((await close()).status).toBe(200);
    expect((await close()).status).toBe(409);
    expect(await register()).toMatchObject([{ outcome: "Retirée des envois" }]);
    expect(
      (
        await context.request("PATCH", "/privacy/requests/0b6f6c1e-3c2b-4d55-9f0a-111111111111", {
          outcome: "x",
        })
      ).status,
    ).toBe(404);
    expect((await context.request("PATCH", `/privacy/requests/${request.id}`, { outcome: " " })).status).toBe(
      400,
    );
    expect(JSON.stringify(await query("select * from privacy_requests"))).not.toContain("zoe");
  });

  // registre: 19
  test("open requests are listed first, by due date, with a warning after 20 days", async () => {
    for (const kind of ["access", "erasure"]) {
      await context.request("POST", "/privacy/requests", { email, kind });
    }
    await query(
      "update privacy_requests set received_at = now() - interval '21 days', due_at = now() + interval '9 days' where kind = 'erasure'",
    );
    await signUp();
    await context.request("POST", "/privacy/export", { email });
    expect(
      (await register()).map(({ kind, isUrgent, closedAt }) => [kind, isUrgent, closedAt !== null]),
    ).toEqual([
      ["erasure", true, false],
      ["access", false, false],
      ["access", false, true],
    ]);
  });

  test("an export is the same file as the person's, with the texts of messages and the data sent to other tools", async () => {
    await signUp();
    await query(
      `insert into email_log (recipient_email, recipient_name, subject, content, status, email_type)
       values ('${email}', 'Zoé', 'Bonjour', '<p>Votre place est prête</p>', 'sent', 'transactional')`,
    );
    const copy = await (await context.request("POST", "/privacy/export", { email })).json();
    expect(copy).toMatchObject({ email, importedLines: [], transmissions: [] });
    expect(JSON.stringify(copy)).toContain("Votre place est prête");
  });

  // registre: 6
  test("requests closed five years ago are deleted, open ones never", async () => {
    for (const kind of ["access", "erasure"]) {
      await context.request("POST", "/privacy/requests", { email, kind });
    }
    await query("update privacy_requests set received_at = now() - interval '6 years'");
    await query(
      "update privacy_requests set closed_at = now() - interval '61 months', outcome = 'x' where kind = 'erasure'",
    );
    await deleteOldRequests(context.dependencies);
    expect(await query("select kind from privacy_requests")).toEqual([{ kind: "access" }]);
  });
});
