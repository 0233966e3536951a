import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { sessionLimits } from "#contract/sessions.ts";
import { activateAdmin, cookieOf, post } from "#server/accounts/accounts.test-helpers.ts";
import { soon, validSettings } from "#server/mail/mail.test-helpers.ts";
import type { DeliverySettings, OutgoingMessage } from "#server/mail/transports/transport.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { presentVersion } from "#test/support/present-version.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";

type Sent = { host: string | undefined; message: OutgoingMessage };

const evilHost = "smtp.assaillant.example";
const password = "trois chevaux verts dansent";
let harness: TestApp;
let owner: SignedIn;
let plain: SignedIn;
let clock = new Date();
const sent: Sent[] = [];
const verified: DeliverySettings[] = [];

beforeAll(async () => {
  harness = await createTestApp({
    now: () => clock,
    transport: (settings) => ({
      async send(message) {
        sent.push({ host: settings.smtp?.host, message });
        return { type: "sent" };
      },
      async verify() {
        verified.push(settings);
        return null;
      },
      close() {},
      abort() {},
    }),
  });
});
afterAll(async () => {
  await everythingSent();
  await harness.close();
});

const stored = { ...validSettings, smtpUsername: "tenue" };

async function call({ headers }: SignedIn, method: string, path: string, body?: unknown) {
  const sentBody = body === undefined ? {} : { body: JSON.stringify(body) };
  return harness.app.request(`/api/admin${path}`, { method, headers, ...sentBody });
}

async function save(admin: SignedIn, changes: Partial<typeof validSettings> = {}) {
  const read = async (path: string): Promise<unknown> => (await call(admin, "GET", path)).json();
  const version = await presentVersion(read, "/email/settings");
  return call(admin, "PUT", "/email/settings", { ...stored, ...changes, version });
}

async function ensureSaved(changes: Partial<typeof validSettings> = {}) {
  const answer = await save(owner, changes);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return answer;
}

async function codeOf(answer: Response) {
  const { error } = (await answer.json()) as { error: { code: string } };
  return `${answer.status} ${error.code}`;
}

/** Waits until all background mail is sent, so that tests do not affect each other. */
async function everythingSent() {
  await vi.waitFor(async () => {
    const { rows } = await harness.db.execute(sql`select id from email_log where status = 'pending'`);
    expect(rows).toEqual([]);
  }, soon);
}

beforeEach(async () => {
  await everythingSent();
  clock = new Date();
  await emptyTables(harness.database, "email_settings, email_log, attempt_counts, auth_users");
  owner = await harness.signIn({ superAdmin: true });
  plain = await harness.signIn();
  await ensureSaved({ smtpPassword: "lin et velours" });
  sent.length = 0;
  verified.length = 0;
});

describe("a plain administrator's access to a super administrator's link", () => {
  test("a plain administrator cannot send a super administrator's link through another server", async () => {
    const victim = await activateAdmin(harness, { password, superAdmin: true });
    expect(await codeOf(await save(plain, { smtpHost: evilHost, smtpPassword: "x" }))).toBe("403 forbidden");
    await post(harness, "/api/auth/request-password-reset", { email: victim.email });
    await vi.waitFor(() => expect(sent).toHaveLength(1), soon);
    expect(sent).toMatchObject([{ host: "smtp.exemple.fr", message: { to: { address: victim.email } } }]);
    const invited = await call(owner, "POST", "/admins", { email: "neuve@tenue.example" });
    expect(invited.status).toBe(201);
    expect(sent.map(({ host }) => host)).toEqual(["smtp.exemple.fr", "smtp.exemple.fr"]);
  });

  test("account links are sent without a return path, so that no bounce returns them", async () => {
    const victim = await activateAdmin(harness, { password, superAdmin: true });
    await ensureSaved({ bounceEmail: "rebonds@tenue.example" } as Partial<typeof validSettings>);
    const links = () => sent.map(({ message }) => message).filter(({ holdsLink }) => holdsLink);
    await post(harness, "/api/auth/request-password-reset", { email: victim.email });
    await vi.waitFor(() => expect(links()).toHaveLength(1), soon);
    expect(links()).toMatchObject([{ to: { address: victim.email }, envelopeFrom: "" }]);
  });

  test("MAIL_LINK_RETURN_PATH is the return path of account links", async () => {
    const linkReturnPath = "liens@tenue.example";
    const victim = await activateAdmin(harness, { password, superAdmin: true });
    const app = { ...harness, app: harness.compose({ config: { linkReturnPath } }).app };
    await post(app, "/api/auth/request-password-reset", { email: victim.email });
    await vi.waitFor(() => expect(sent).toHaveLength(1), soon);
    expect(sent).toMatchObject([
      { message: { to: { address: victim.email }, envelopeFrom: linkReturnPath } },
    ]);
  });

  test.each([
    { preferredProvider: "auto" },
    { preferredProvider: "php" },
    { senderEmail: "assaillant@ailleurs.example" },
    { replyTo: "assaillant@ailleurs.example" },
    { smtpHost: evilHost },
    { smtpHost: null },
    { smtpPort: 2525 },
    { smtpPort: null },
    { smtpUsername: "assaillant" },
    { smtpUsername: null },
    { smtpPassword: "coton" },
    { smtpPassword: "" },
    { sendgridKey: "SG.assaillant" },
  ] as const)("a plain administrator cannot change %j, and nothing else with it", async (change) => {
    const before = await harness.db.execute(sql`select * from email_settings`);
    const answer = await save(plain, { ...change, senderName: "Autre" });
    expect(await codeOf(answer)).toBe("403 forbidden");
    const after = await harness.db.execute(sql`select * from email_settings`);
    expect(after.rows).toEqual(before.rows);
  });

  test("a plain administrator can switch simulation on, but not off", async () => {
    expect((await save(plain, { simulationMode: true })).status).toBe(200);
    expect(await codeOf(await save(plain, { simulationMode: false }))).toBe("403 forbidden");
  });

  test("a plain administrator cannot save a mail transport on a new installation", async () => {
    await emptyTables(harness.database, "email_settings");
    expect(await codeOf(await save(plain))).toBe("403 forbidden");
  });

  test("a plain administrator saves all other mail settings, also a long time after the sign-in", async () => {
    clock = new Date(clock.getTime() + 2 * sessionLimits.confirmationMs);
    const answer = await save(plain, { senderName: "Tenue, la bêta", hourlyCap: 500 });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      senderName: "Tenue, la bêta",
      smtpHost: "smtp.exemple.fr",
      smtpPasswordStored: true,
    });
  });

  test("a super administrator's open browser needs the password again to change transport or accounts", async () => {
    const { email } = await activateAdmin(harness, { password, superAdmin: true });
    const cookie = cookieOf(await post(harness, "/api/auth/sign-in/email", { email, password }));
    const left: SignedIn = { ...owner, headers: { ...owner.headers, cookie } };
    clock = new Date(clock.getTime() + sessionLimits.confirmationMs);
    const refused = "403 reauthentication_required";
    expect(await codeOf(await save(left, { smtpHost: evilHost }))).toBe(refused);
    expect(await codeOf(await call(left, "POST", "/admins", { email: "intrus@tenue.example" }))).toBe(
      refused,
    );
    expect(await codeOf(await call(left, "DELETE", `/admins/${owner.admin.id}`))).toBe(refused);
    expect((await save(left, { senderName: "Tenue, la bêta" })).status).toBe(200);
    await post(harness, "/api/auth/confirm-password", { password }, { cookie });
    expect((await save(left, { smtpHost: "smtp.ailleurs.example" })).status).toBe(200);
  });
});

describe("a stored SMTP password", () => {
  test.each([
    [{ smtpHost: null }, { smtpHost: evilHost }],
    [{ smtpHost: evilHost }],
    [{ smtpPort: 2525 }],
    [{ smtpUsername: null }, { smtpUsername: "tenue" }],
    [
      { smtpHost: null, smtpUsername: null },
      { smtpHost: evilHost, smtpUsername: "tenue" },
    ],
    [{ smtpHost: null }, {}],
  ])("a stored SMTP password is dropped when a save changes its server or user: %j, %j", async (...steps) => {
    for (const step of steps) await ensureSaved(step);
    expect((await call(owner, "POST", "/email/settings/test")).status).toBe(200);
    expect(verified.map(({ smtp }) => smtp?.password)).toEqual([null]);
    const { rows } = await harness.db.execute(sql`select smtp_password from email_settings`);
    expect(rows).toEqual([{ smtp_password: null }]);
  });

  test("a stored SMTP password stays with the same user of the same server", async () => {
    await ensureSaved({ senderName: "Tenue, la bêta", preferredProvider: "auto" });
    await call(owner, "POST", "/email/settings/test");
    expect(verified).toMatchObject([{ smtp: { host: "smtp.exemple.fr", password: "lin et velours" } }]);
  });
});
