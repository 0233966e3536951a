import { sql } from "drizzle-orm";
import { type TOTP, URI } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminMessages, attemptLimits } from "#contract/admins.ts";
import { activateAdmin, cookieOf, post } from "#server/accounts/accounts.test-helpers.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";

/** Attackers who watched a code being typed, found an open browser, or know the password. */
const password = "trois chevaux verts dansent";
const startPath = "/api/admin/me/two-factor";
let harness: TestApp;
/** Fixed time: a code of an authenticator app is valid for 30 seconds. */
const clock = new Date();

beforeAll(async () => {
  harness = await createTestApp({ now: () => clock });
});
afterAll(() => harness.close());
beforeEach(() => emptyTables(harness.database, "attempt_counts"));

const signIn = (email: string) => post(harness, "/api/auth/sign-in/email", { email, password });
const statusOfMe = async (cookie: string) =>
  (await harness.app.request("/api/admin/me", { headers: { cookie } })).status;
const verify = (cookie: string, code: string) =>
  post(harness, "/api/auth/two-factor/verify-totp", { code }, { cookie });
const deactivate = (cookie: string, body: unknown) =>
  post(harness, `${startPath}/deactivation`, body, { cookie });

async function withTwoFactor() {
  const { email } = await activateAdmin(harness, { password });
  const older = cookieOf(await signIn(email));
  const cookie = cookieOf(await signIn(email));
  const started = await post(harness, startPath, { password }, { cookie });
  const { totpUri, recoveryCodes } = (await started.json()) as { totpUri: string; recoveryCodes: string[] };
  const app = URI.parse(totpUri) as TOTP;
  const firstCode = app.generate({ timestamp: clock.getTime() - 30_000 });
  const confirmed = await post(harness, `${startPath}/confirmation`, { code: firstCode }, { cookie });
  expect(confirmed.status).toBe(204);
  return { email, app, older, firstCode, recoveryCodes, cookie: cookieOf(confirmed) };
}

test("the code that activated a second factor can neither sign in nor switch it off", async () => {
  const { email, firstCode, cookie } = await withTwoFactor();
  expect((await verify(cookieOf(await signIn(email)), firstCode)).status).toBe(401);
  const refused = await deactivate(cookie, { password, code: firstCode });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ error: { fields: { code: adminMessages.wrongCode } } });
});

test("activating a second factor ends sessions opened with the password only, except the current one", async () => {
  const { older, cookie } = await withTwoFactor();
  expect(await statusOfMe(older)).toBe(401);
  expect(await statusOfMe(cookie)).toBe(200);
});

test("an account has ten attempts per window over all challenges and addresses, and then even the right code is refused", async () => {
  const { email, app } = await withTwoFactor();
  const tryCode = (cookie: string, code: string, address: number) =>
    post(harness, "/api/auth/two-factor/verify-totp", { code }, { cookie, address: `203.0.113.${address}` });
  const statuses: number[] = [];
  for (let attempt = 0; attempt < attemptLimits.secondFactorPerAccount; attempt += 1) {
    statuses.push((await tryCode(cookieOf(await signIn(email)), "not-a-code", attempt)).status);
  }
  expect(statuses).toEqual(Array(10).fill(401));
  const held = await tryCode(cookieOf(await signIn(email)), app.generate({ timestamp: clock.getTime() }), 99);
  expect(held.status).toBe(429);
  expect(Number(held.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await held.json()).toMatchObject({ error: { message: adminMessages.tooManySignIns } });
});

test.each(["١٢٣٤٥٦", "ééééé1", "12345a", "1234567"])("%s is a wrong code, never a fault", async (code) => {
  const { email } = await withTwoFactor();
  expect((await verify(cookieOf(await signIn(email)), code)).status).toBe(401);
});

describe("switching a second factor off", () => {
  test("switching a second factor off needs a code in addition to the password", async () => {
    const { cookie, email } = await withTwoFactor();
    for (const code of [undefined, "", "000000", "not-a-code"]) {
      expect((await deactivate(cookie, { password, code })).status).toBe(400);
    }
    expect(await (await signIn(email)).json()).toMatchObject({ twoFactorRedirect: true });
  });

  test("switching a second factor off needs the password in addition to a code, and without it the code stays unused", async () => {
    const { cookie, app } = await withTwoFactor();
    const code = app.generate({ timestamp: clock.getTime() });
    const refused = await deactivate(cookie, { password: "pas le bon mot", code });
    expect(refused.status).toBe(400);
    expect((await deactivate(cookie, { password, code })).status).toBe(204);
  });

  test("switching a second factor off accepts a recovery code once, or an unused code of the app", async () => {
    const { cookie, app, email } = await withTwoFactor();
    const code = app.generate({ timestamp: clock.getTime() });
    expect((await verify(cookieOf(await signIn(email)), code)).status).toBe(200);
    expect((await deactivate(cookie, { password, code })).status).toBe(400);
  });

  test("attempts to switch a second factor off are limited", async () => {
    const { cookie, app } = await withTwoFactor();
    await deactivate(cookie, { password, code: "000000" });
    await harness.db.execute(
      sql`update attempt_counts set count = ${attemptLimits.passwordPerAccount} where key like 'password-confirmation:%'`,
    );
    expect(
      (await deactivate(cookie, { password, code: app.generate({ timestamp: clock.getTime() }) })).status,
    ).toBe(429);
  });
});
