import { sql } from "drizzle-orm";
import { type TOTP, URI } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminMessages, attemptLimits } from "#contract/admins.ts";
import { messages, requestMessages } from "#contract/errors.ts";
import { sessionLimits } from "#contract/sessions.ts";
import { validSettings } from "#server/mail/mail.test-helpers.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";
import { activateAdmin, cookieOf, jsonHeaders, post } from "./accounts.test-helpers.ts";

const password = "trois chevaux verts dansent";
const unknownId = "00000000-0000-4000-8000-000000000000";
let harness: TestApp;
let clock = new Date();

beforeAll(async () => {
  harness = await createTestApp({ now: () => clock });
});
afterAll(() => harness.close());
beforeEach(async () => {
  clock = new Date();
  await emptyTables(harness.database, "attempt_counts, journal_entries, email_settings");
});

const tenMinutesLater = () => {
  clock = new Date(clock.getTime() + sessionLimits.confirmationMs);
};
const signIn = async (email: string) =>
  cookieOf(await post(harness, "/api/auth/sign-in/email", { email, password }));
const confirm = (cookie: string, body: unknown) =>
  post(harness, "/api/auth/confirm-password", body, { cookie });
const isOpen = async (cookie: string) => {
  const answer = await harness.app.request("/api/admin/me/confirmation", { headers: { cookie } });
  return answer.status === 204;
};

async function account() {
  const { email, id } = await activateAdmin(harness, { password, superAdmin: true });
  return { email, id, cookie: await signIn(email) };
}

async function accountWithTwoFactor() {
  const { id, cookie } = await account();
  const started = await post(harness, "/api/admin/me/two-factor", { password }, { cookie });
  const { totpUri, recoveryCodes } = (await started.json()) as { totpUri: string; recoveryCodes: string[] };
  const app = URI.parse(totpUri) as TOTP;
  const confirmed = await post(
    harness,
    "/api/admin/me/two-factor/confirmation",
    { code: app.generate({ timestamp: clock.getTime() - 30_000 }) },
    { cookie },
  );
  expect(confirmed.status).toBe(204);
  tenMinutesLater();
  return { id, app, recoveryCodes, cookie: cookieOf(confirmed) };
}

/** Every call that needs a recent confirmation besides the session, and its status after the password is confirmed. */
const guarded: [string, string, unknown, number][] = [
  ["POST", "/api/admin/admins", { email: "neuve@tenue.example" }, 201],
  ["POST", `/api/admin/admins/${unknownId}/invitation`, undefined, 404],
  ["DELETE", `/api/admin/admins/${unknownId}`, undefined, 404],
  ["POST", "/api/admin/me/password", { currentPassword: "pas le bon mot", newPassword: password }, 400],
  ["POST", "/api/admin/me/two-factor/deactivation", { password: "pas le bon mot", code: "123456" }, 409],
  ["POST", "/api/admin/me/two-factor/recovery-codes", { password: "pas le bon mot" }, 409],
  ["GET", "/api/admin/signups/user/export.csv", undefined, 200],
  ["GET", "/api/admin/signups/brand/export.csv", undefined, 200],
  ["GET", "/api/admin/me/confirmation", undefined, 204],
  ["PUT", "/api/admin/email/settings", { ...validSettings, version: 0 }, 200],
];

describe("protected calls", () => {
  test.each(guarded)("a recent confirmation is required for %s %s", async (method, path, body, expected) => {
    const { cookie } = await account();
    const call = async () => {
      await emptyTables(harness.database, "email_settings");
      await harness.db.execute(sql`delete from auth_users where email = 'neuve@tenue.example'`);
      const answer = await harness.app.request(path, {
        method,
        headers: { ...jsonHeaders, cookie },
        body: body === undefined ? null : JSON.stringify(body),
      });
      return { status: answer.status, text: await answer.text() };
    };
    expect((await call()).status, "right after the sign-in").toBe(expected);
    tenMinutesLater();
    const refused = await call();
    expect(refused.status, "ten minutes later").toBe(403);
    expect(JSON.parse(refused.text)).toEqual({
      error: { code: "reauthentication_required", message: requestMessages.reauthenticationRequired },
    });
    expect((await confirm(cookie, { password })).status).toBe(200);
    expect((await call()).status, "after a confirmation").toBe(expected);
    tenMinutesLater();
    expect((await call()).status, "ten minutes after the confirmation").toBe(403);
  });
});

describe("a confirmation", () => {
  test("a confirmation answers with its expiry time, and is valid for this session only", async () => {
    const { email, cookie } = await account();
    const elsewhere = await signIn(email);
    tenMinutesLater();
    const answer = await confirm(cookie, { password });
    const confirmedUntil = new Date(clock.getTime() + sessionLimits.confirmationMs).toISOString();
    expect(await answer.json()).toEqual({ confirmedUntil });
    expect(await isOpen(cookie)).toBe(true);
    expect(await isOpen(elsewhere)).toBe(false);
  });

  test("a confirmation requires a session", async () => {
    expect((await confirm("", { password })).status).toBe(401);
  });

  test.each([
    [{}, { password: adminMessages.passwordRequired }],
    [{ password: "pas le bon mot" }, { password: adminMessages.wrongPassword }],
    [{ password, secret: "x" }, { secret: messages.unknownField }],
  ])("a confirmation with %j is refused beside the field", async (body, fields) => {
    const { cookie } = await account();
    tenMinutesLater();
    const refused = await confirm(cookie, body);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { fields } });
    expect(await isOpen(cookie)).toBe(false);
  });

  test("a confirmation is limited in attempts, even with the right password", async () => {
    const { cookie } = await account();
    tenMinutesLater();
    const tries = Array.from({ length: attemptLimits.passwordPerAccount }, () =>
      confirm(cookie, { password: "pas le bon mot" }),
    );
    await Promise.all(tries);
    expect((await confirm(cookie, { password })).status).toBe(429);
    expect(await isOpen(cookie)).toBe(false);
  });
});

describe("with a second factor", () => {
  test("the password alone does not confirm", async () => {
    const { cookie } = await accountWithTwoFactor();
    const refused = await confirm(cookie, { password });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { fields: { code: adminMessages.codeRequired } } });
    expect(await isOpen(cookie)).toBe(false);
  });

  test("a code of the app confirms once, in the form in which it is shown", async () => {
    const { app, cookie } = await accountWithTwoFactor();
    const code = app.generate({ timestamp: clock.getTime() });
    expect((await confirm(cookie, { password, code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(
      200,
    );
    expect(await isOpen(cookie)).toBe(true);
    tenMinutesLater();
    const replayed = await confirm(cookie, { password, code });
    expect(replayed.status).toBe(400);
    expect(await replayed.json()).toMatchObject({ error: { fields: { code: adminMessages.wrongCode } } });
    expect(await isOpen(cookie)).toBe(false);
  });

  test("a recovery code confirms once, and does not confirm with a wrong password", async () => {
    const { recoveryCodes, cookie } = await accountWithTwoFactor();
    const [code] = recoveryCodes;
    expect((await confirm(cookie, { password: "pas le bon mot", code })).status).toBe(400);
    expect((await confirm(cookie, { password, code })).status).toBe(200);
    expect(await isOpen(cookie)).toBe(true);
    tenMinutesLater();
    expect((await confirm(cookie, { password, code })).status).toBe(400);
    expect(await isOpen(cookie)).toBe(false);
  });

  test("a wrong code does not confirm", async () => {
    const { cookie } = await accountWithTwoFactor();
    const refused = await confirm(cookie, { password, code: "abcde-fghij" });
    expect(refused.status).toBe(400);
    expect(await isOpen(cookie)).toBe(false);
  });
});

test("a confirmation with a code does not switch a second factor on", async () => {
  const { cookie } = await account();
  const started = await post(harness, "/api/admin/me/two-factor", { password }, { cookie });
  const app = URI.parse(((await started.json()) as { totpUri: string }).totpUri) as TOTP;
  expect(
    (await confirm(cookie, { password, code: app.generate({ timestamp: clock.getTime() }) })).status,
  ).toBe(200);
  const me = await harness.app.request("/api/admin/me", { headers: { cookie } });
  expect(await me.json()).toMatchObject({ twoFactorEnabled: false });
});
