import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Admin } from "#contract/admins.schema.ts";
import { adminMessages, deletedAccount } from "#contract/admins.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";
import { cookieOf, post } from "./accounts.test-helpers.ts";
import { inviteAdmin, inviteFromShell, removeAdmin, renewLink } from "./admins.service.ts";
import { type MailedLink, makeMailedLink } from "./passwords.service.ts";

const newPassword = "trois chevaux verts dansent";
const lines: string[] = [];
let harness: TestApp;
let superAdmin: SignedIn;

beforeAll(async () => {
  harness = await createTestApp({ announce: (line) => lines.push(line) });
});
afterAll(() => harness.close());
beforeEach(async () => {
  await emptyTables(harness.database, "auth_users, attempt_counts, journal_entries");
  superAdmin = await harness.signIn({ superAdmin: true, email: "owner@tenue.example" });
});

const request = (path: string, { headers }: SignedIn, init: { method?: string; body?: unknown } = {}) =>
  harness.app.request(path, {
    method: init.method ?? "GET",
    headers,
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
  });

const invite = (body: unknown, who = superAdmin) =>
  request("/api/admin/admins", who, { method: "POST", body });
const remove = (id: string, who = superAdmin) =>
  request(`/api/admin/admins/${id}`, who, { method: "DELETE" });
const tokenOf = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get("token") ?? "";
const redeem = (link: string) =>
  post(harness, "/api/auth/reset-password", { token: tokenOf(link), newPassword });
/** The request by which the page of a link checks that the link still works, before the admin types a password. */
const read = async (link: string) => (await post(harness, "/api/auth/link", { token: tokenOf(link) })).status;

async function list() {
  const { items } = (await (await request("/api/admin/admins", superAdmin)).json()) as { items: Admin[] };
  return items;
}

async function created(body: unknown) {
  const answer = await invite(body);
  expect(answer.status).toBe(201);
  return (await answer.json()) as { admin: Admin; activationLink: string; expiresAt: string };
}

describe("inviting", () => {
  test("inviting an administrator adds an administrator who chooses the password; the list is ordered by e-mail", async () => {
    const { admin, activationLink } = await created({ email: "Amie@tenue.example" });
    expect(admin).toMatchObject({ email: "amie@tenue.example", isSuperAdmin: false, activatedAt: null });
    expect(activationLink).toMatch(/^http:\/\/localhost\/admin\/activate#token=[\w-]{32}$/);
    expect((await redeem(activationLink)).status).toBe(200);
    const items = await list();
    expect(items.map(({ email }) => email)).toEqual(["amie@tenue.example", "owner@tenue.example"]);
    expect(items[0]?.activatedAt).not.toBeNull();
    const answer = await post(harness, "/api/auth/sign-in/email", {
      email: "amie@tenue.example",
      password: newPassword,
    });
    expect(answer.status).toBe(200);
  });

  test("inviting an administrator can make super administrators", async () => {
    const { admin } = await created({ email: "amie@tenue.example", isSuperAdmin: true });
    expect(admin.isSuperAdmin).toBe(true);
  });

  test("the address of an existing administrator is refused in upper and lower case", async () => {
    await created({ email: "amie@tenue.example" });
    const answer = await invite({ email: "AMIE@tenue.example" });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      error: { code: "admin_exists", message: adminMessages.adminExists },
    });
  });

  test("two concurrent invitations of one address create one administrator", async () => {
    const answers = await Promise.all([1, 2].map(() => invite({ email: "amie@tenue.example" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test.each([
    [{}, "email", adminMessages.emailRequired],
    [{ email: "  " }, "email", adminMessages.emailRequired],
    [{ email: "no address" }, "email", "Adresse email invalide (exemple\u00a0: prenom@exemple.fr)"],
    [{ email: "a@tenue.example", isSuperAdmin: "yes" }, "isSuperAdmin", expect.any(String)],
    [{ email: "a@tenue.example", activatedAt: "2025-01-01" }, "activatedAt", expect.any(String)],
  ])("the body %o is refused with the field named", async (body, field, message) => {
    const answer = await invite(body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { fields: { [field]: message } } });
    expect(await list()).toHaveLength(1);
  });

  test("a renewed link works, the older one no longer does", async () => {
    const { admin, activationLink } = await created({ email: "amie@tenue.example" });
    const answer = await request(`/api/admin/admins/${admin.id}/invitation`, superAdmin, { method: "POST" });
    const renewed = (await answer.json()) as { activationLink: string };
    expect((await redeem(activationLink)).status).toBe(400);
    expect((await redeem(renewed.activationLink)).status).toBe(200);
  });

  test("a renewed link also replaces a lost password, and ends the sessions of that account", async () => {
    const amie = await harness.signIn({ email: "amie@tenue.example" });
    const answer = await request(`/api/admin/admins/${amie.admin.id}/invitation`, superAdmin, {
      method: "POST",
    });
    const { activationLink } = (await answer.json()) as { activationLink: string };
    expect((await request("/api/admin/me", amie)).status).toBe(200);
    expect((await redeem(activationLink)).status).toBe(200);
    expect((await request("/api/admin/me", amie)).status).toBe(401);
  });

  test("a link for an unknown administrator answers 404", async () => {
    const answer = await request("/api/admin/admins/nobody/invitation", superAdmin, { method: "POST" });
    expect(answer.status).toBe(404);
  });
});

describe("deleting", () => {
  test("deleting an administrator ends the sessions of that administrator at once", async () => {
    const amie = await harness.signIn();
    expect((await remove(amie.admin.id)).status).toBe(204);
    expect((await request("/api/admin/me", amie)).status).toBe(401);
    expect(await list()).toHaveLength(1);
    expect((await remove(amie.admin.id)).status).toBe(404);
  });

  // registre: 39
  test("deleting an administrator replaces their address everywhere but in the journal", async () => {
    const gone = await harness.signIn({ email: "gone@tenue.example" });
    const { email } = gone.admin;
    const query = async (text: string) => (await harness.database.pool.query(text)).rows;
    await emptyTables(
      harness.database,
      "campaigns, suppressions, privacy_requests, admin_notices, waves, imports",
    );
    for (const author of [email, superAdmin.admin.email]) {
      await harness.database.pool.query(
        `with campaign as (
          insert into campaigns (subject, content, recipient_type, status_filter, status, fingerprint, created_by, updated_by)
          values ('S', 'C', 'user', 'all', 'draft', '', $1, $1)
        ), version as (
          insert into email_template_versions (template_id, version, name, subject, content, saved_by)
          select id, 1000 + length($1), name, subject, content, $1 from email_templates limit 1
        ), suppression as (
          insert into suppressions (email_hash, scope, reason, source) values ($1, 'news', 'manual', $1)
        ), wave as (
          insert into waves (audience, "order", count, template_id, template_version, status, created_by)
          values ('user', 'oldest', 1, gen_random_uuid(), 1, 'draft', $1)
        ), import as (
          insert into imports (created_by, columns, expires_at) values ($1, '[]', now())
        ), request as (
          insert into privacy_requests (kind, email_hash, source, due_at, closed_at, outcome, handled_by)
          values ('access', 'h', 'admin', now(), now(), 'x', $1)
        )
        insert into admin_notices (kind, details) values ('transport_changed', jsonb_build_object('actor', $1::text))`,
        [author],
      );
    }
    expect((await remove(gone.admin.id)).status).toBe(204);
    const authors = await query(`
      select created_by as author from campaigns union all select updated_by from campaigns
      union all select saved_by from email_template_versions where version > 1000
      union all select created_by from waves union all select created_by from imports
      union all select source from suppressions union all select handled_by from privacy_requests
      union all select details ->> 'actor' from admin_notices`);
    const of = (name: string) => authors.filter(({ author }) => author === name).length;
    expect([of(deletedAccount), of(superAdmin.admin.email), of(email)]).toEqual([8, 8, 0]);
    expect(
      await query("select details ->> 'email' as email from journal_entries where action = 'admin.deleted'"),
    ).toEqual([{ email }]);
    await query("delete from email_template_versions where version > 1000");
  });

  test("deleting an administrator makes open links worthless", async () => {
    const { admin, activationLink } = await created({ email: "amie@tenue.example" });
    await remove(admin.id);
    expect((await redeem(activationLink)).status).toBe(400);
  });

  test("the own account cannot be deleted", async () => {
    const answer = await remove(superAdmin.admin.id);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      error: { code: "own_account", message: adminMessages.ownAccount },
    });
  });

  test("two super administrators who delete each other concurrently leave one", async () => {
    const other = await harness.signIn({ superAdmin: true });
    const answers = await Promise.all([remove(other.admin.id), remove(superAdmin.admin.id, other)]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    // The slower request is refused after the wait for the lock (403) or already by the guard (401).
    expect(statuses.some((status) => status === 403 || status === 401)).toBe(true);
    const { rows } = await harness.db.execute(sql`select 1 from admin_users where is_super_admin`);
    expect(rows).toHaveLength(1);
  });

  test("a ring of super administrators who delete one another concurrently leaves at least one", async () => {
    const ring = [superAdmin];
    for (let index = 0; index < 4; index += 1) ring.push(await harness.signIn({ superAdmin: true }));
    await Promise.all(
      ring.map((one, index) => remove((ring[(index + 1) % ring.length] ?? one).admin.id, one)),
    );
    const { rows } = await harness.db.execute(sql`select 1 from admin_users where is_super_admin`);
    expect(rows.length).toBeGreaterThanOrEqual(1);
  });
});

describe("a super administrator removed during the request", () => {
  const as = ({ admin }: SignedIn) => ({ ...admin, sessionId: "" }) as CurrentAdmin;
  const deps = () => ({ ...harness.dependencies, sendAccountLink: async () => false });

  test("a removed super administrator can neither invite administrators nor renew links", async () => {
    const removed = await harness.signIn({ superAdmin: true });
    expect((await remove(removed.admin.id)).status).toBe(204);
    const admin = as(removed);
    const refusal = { status: 403 };
    const invitation = { email: "x@tenue.example", isSuperAdmin: true, admin };
    await expect(inviteAdmin(deps(), invitation)).rejects.toMatchObject(refusal);
    await expect(renewLink(deps(), { id: superAdmin.admin.id, admin })).rejects.toMatchObject(refusal);
  });

  test("an invitation concurrent with the removal of its sender comes before it, or fails", async () => {
    for (let index = 0; index < 20; index += 1) {
      const email = `guest-${index}@tenue.example`;
      const sender = await harness.signIn({ superAdmin: true });
      const invitation = inviteAdmin(deps(), { email, isSuperAdmin: false, admin: as(sender) });
      const removal = removeAdmin(harness.dependencies, { id: sender.admin.id, admin: as(superAdmin) });
      await Promise.allSettled([invitation, removal]);
    }
    const { rows } = await harness.db.execute(sql`
      select 1 from journal_entries invited join journal_entries removed
        on removed.action = 'admin.deleted' and removed.details ->> 'email' = invited.actor and removed.id < invited.id
      where invited.action = 'admin.invited'`);
    expect(rows).toEqual([]);
  });
});

test("an administrator can neither see, add nor delete administrators", async () => {
  const amie = await harness.signIn();
  const answers = [
    await request("/api/admin/admins", amie),
    await invite({ email: "x@tenue.example", isSuperAdmin: true }, amie),
    await remove(superAdmin.admin.id, amie),
    await request(`/api/admin/admins/${amie.admin.id}/invitation`, amie, { method: "POST" }),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: { message: adminMessages.accessDeniedReason } });
  }
});

test("additions, renewals and deletions are in the journal, without the link", async () => {
  const { admin, activationLink } = await created({ email: "amie@tenue.example" });
  await remove(admin.id);
  const { rows } = await harness.db.execute(
    sql`select actor, action, subject, details from journal_entries order by id`,
  );
  const details = { email: "amie@tenue.example", isSuperAdmin: false };
  expect(rows).toEqual([
    { actor: "owner@tenue.example", action: "admin.invited", subject: admin.id, details },
    { actor: "owner@tenue.example", action: "admin.deleted", subject: admin.id, details },
  ]);
  expect(JSON.stringify(rows)).not.toContain(tokenOf(activationLink));
});

describe("by e-mail", () => {
  type Sent = MailedLink & { email: string };

  function withMail(sendAccountLink: (message: Sent) => Promise<boolean>) {
    const { app } = harness.compose({ sendAccountLink });
    const send = (path: string, body: unknown) =>
      app.request(path, { method: "POST", headers: superAdmin.headers, body: JSON.stringify(body) });
    return { send };
  }

  test("an invitation is sent by e-mail once mail is set up, and its link is still shown", async () => {
    const sent: Sent[] = [];
    const { send } = withMail(async (message) => sent.push(message) > 0);
    const answer = await send("/api/admin/admins", { email: "amie@tenue.example" });
    const { activationLink, emailed } = (await answer.json()) as { activationLink: string; emailed: boolean };
    expect(emailed).toBe(true);
    expect(sent).toMatchObject([{ email: "amie@tenue.example", purpose: "invitation" }]);
    const own = await makeMailedLink(harness.dependencies, sent[0] as Sent);
    expect((await redeem(own ?? "")).status).toBe(200);
    expect((await redeem(activationLink)).status).toBe(400);
    expect([await read(own ?? ""), await read(activationLink)]).toEqual([400, 400]);
    expect(await makeMailedLink(harness.dependencies, sent[0] as Sent)).toBeNull();
  });

  test("a mail that fails does not undo the invitation", async () => {
    const { send } = withMail(() => Promise.reject(new Error("the mail server is down")));
    const answer = await send("/api/admin/admins", { email: "amie@tenue.example" });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ emailed: false });
  });

  test("a forgotten password gets a link; the answer reveals nothing about the address", async () => {
    const sent: Sent[] = [];
    const { send } = withMail(async (message) => sent.push(message) > 0);
    await created({ email: "waiting@tenue.example" });
    const answers = [];
    for (const email of ["nobody@tenue.example", "waiting@tenue.example", "OWNER@tenue.example"]) {
      const answer = await send("/api/auth/request-password-reset", { email });
      answers.push([answer.status, await answer.json()]);
    }
    expect(answers).toEqual(Array(3).fill([200, { status: true }]));
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ email: "owner@tenue.example", purpose: "lost_password" });
    const link = await makeMailedLink(harness.dependencies, sent[0] as Sent);
    expect(await read(link ?? "")).toBe(200);
    expect((await redeem(link ?? "")).status).toBe(200);
    expect(await read(link ?? "")).toBe(400);
    // A message of the same request that waited for the mail server until then.
    expect(await makeMailedLink(harness.dependencies, sent[0] as Sent)).toBeNull();
  });

  test("repeated requests do not fill a mailbox", async () => {
    const { send } = withMail(async () => true);
    const statuses: number[] = [];
    for (let index = 0; index < 4; index += 1) {
      statuses.push(
        (await send("/api/auth/request-password-reset", { email: "owner@tenue.example" })).status,
      );
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

describe("from a shell", () => {
  const invited = (email: string, isSuperAdmin = false) =>
    inviteFromShell(harness.dependencies, { email, isSuperAdmin });

  test("a first invitation from a shell adds the administrator, a second one renews the link", async () => {
    const first = await invited("amie@tenue.example");
    expect(first.isNew).toBe(true);
    const second = await invited("Amie@tenue.example", true);
    expect(second.isNew).toBe(false);
    expect((await redeem(first.activationLink)).status).toBe(400);
    expect((await redeem(second.activationLink)).status).toBe(200);
    const answer = await post(harness, "/api/auth/sign-in/email", {
      email: "amie@tenue.example",
      password: newPassword,
    });
    const me = await harness.app.request("/api/admin/me", { headers: { cookie: cookieOf(answer) } });
    expect(await me.json()).toMatchObject({ isSuperAdmin: true });
  });
});
