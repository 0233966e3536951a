import { sql } from "drizzle-orm";
import { type TOTP, URI } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OwnSession } from "#contract/account.schema.ts";
import { adminMessages, attemptLimits } from "#contract/admins.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";
import { activateAdmin, cookieOf, post } from "./accounts.test-helpers.ts";
import { resetTwoFactor } from "./two-factor.service.ts";

const password = "trois chevaux verts dansent";
const newPassword = "quatre chevaux bleus dorment";
let harness: TestApp;
/** A fixed time, because a code of an authenticator app is valid for 30 seconds. */
const clock = new Date();

beforeAll(async () => {
  harness = await createTestApp({ now: () => clock });
});
afterAll(() => harness.close());
beforeEach(() => emptyTables(harness.database, "attempt_counts, journal_entries"));

const signIn = (email: string, typed = password) =>
  post(harness, "/api/auth/sign-in/email", { email, password: typed });
const statusOfMe = async (cookie: string) =>
  (await harness.app.request("/api/admin/me", { headers: { cookie } })).status;

async function account() {
  const { email, id } = await activateAdmin(harness, { password });
  return { email, id, cookie: cookieOf(await signIn(email)) };
}

async function actions() {
  const { rows } = await harness.db.execute<{ action: string }>(
    sql`select action from journal_entries where action like 'account.%' order by id`,
  );
  return rows.map(({ action }) => action);
}

describe("changing the password", () => {
  const change = (cookie: string, body: unknown) => post(harness, "/api/admin/me/password", body, { cookie });

  test("changing the password requires the current one, ends the other sessions and gives this one a new token", async () => {
    const { email, cookie } = await account();
    const elsewhere = cookieOf(await signIn(email));
    const answer = await change(cookie, { currentPassword: password, newPassword });
    expect(answer.status).toBe(204);
    expect(await statusOfMe(elsewhere)).toBe(401);
    expect(await statusOfMe(cookie)).toBe(401);
    expect(await statusOfMe(cookieOf(answer))).toBe(200);
    expect((await signIn(email)).status).toBe(401);
    expect((await signIn(email, newPassword)).status).toBe(200);
    const { rows } = await harness.db.execute<{ password: string }>(
      sql`select password from auth_accounts join auth_users on auth_users.id = user_id where email = ${email}`,
    );
    expect(rows[0]?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await actions()).toEqual(["account.password_changed"]);
  });

  test("changing the password is refused with a wrong current password, and limits the attempts", async () => {
    const { cookie } = await account();
    const attempt = { currentPassword: "pas le bon mot", newPassword };
    const refused = await change(cookie, attempt);
    expect(refused.status).toBe(400);
    const fields = { currentPassword: adminMessages.wrongPassword };
    expect(await refused.json()).toMatchObject({ error: { fields } });
    await harness.db.execute(
      sql`update attempt_counts set count = ${attemptLimits.passwordPerAccount} where key like 'password-confirmation:%'`,
    );
    expect((await change(cookie, { currentPassword: password, newPassword })).status).toBe(429);
    expect(await statusOfMe(cookie)).toBe(200);
  });

  test.each([
    ["court", adminMessages.passwordTooShort],
    ["azertyuiop123", adminMessages.passwordTooCommon],
  ])("changing the password to %s is refused", async (tooWeak, message) => {
    const { cookie } = await account();
    const refused = await change(cookie, { currentPassword: password, newPassword: tooWeak });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { fields: { newPassword: message } } });
  });
});

describe("the own sessions", () => {
  const list = async (cookie: string) => {
    const answer = await harness.app.request("/api/admin/me/sessions", { headers: { cookie } });
    return ((await answer.json()) as { items: OwnSession[] }).items;
  };
  const end = (cookie: string, id = "") =>
    harness.app.request(`/api/admin/me/sessions${id && `/${id}`}`, { method: "DELETE", headers: { cookie } });

  test("the own sessions are listed without their tokens, and can be ended one by one", async () => {
    const { email, cookie } = await account();
    const elsewhere = cookieOf(await signIn(email));
    const sessions = await list(cookie);
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true]);
    expect(JSON.stringify(sessions)).not.toContain("token");
    const other = sessions.find(({ current }) => !current);
    expect((await end(cookie, other?.id)).status).toBe(204);
    expect(await statusOfMe(elsewhere)).toBe(401);
    expect((await end(cookie, other?.id)).status).toBe(404);
  });

  test("the own sessions can be ended together, except the session in use", async () => {
    const { email, cookie } = await account();
    const elsewhere = cookieOf(await signIn(email));
    expect((await end(cookie)).status).toBe(204);
    expect(await statusOfMe(elsewhere)).toBe(401);
    expect(await statusOfMe(cookie)).toBe(200);
  });

  test("the own sessions of another administrator cannot be ended", async () => {
    const [mine, theirs] = [await account(), await account()];
    const [session] = await list(theirs.cookie);
    expect((await end(mine.cookie, session?.id)).status).toBe(404);
    expect(await statusOfMe(theirs.cookie)).toBe(200);
  });
});

describe("two-factor sign-in", () => {
  const startPath = "/api/admin/me/two-factor";
  const verify = (kind: "totp" | "backup-code", cookie: string, code: string) =>
    post(harness, `/api/auth/two-factor/verify-${kind}`, { code }, { cookie });

  async function withTwoFactor() {
    const { email, id, cookie } = await account();
    const started = await post(harness, startPath, { password }, { cookie });
    const { totpUri, recoveryCodes } = (await started.json()) as { totpUri: string; recoveryCodes: string[] };
    const app = URI.parse(totpUri) as TOTP;
    const code = app.generate({ timestamp: clock.getTime() - 30_000 }); // the tests use the present code
    const confirmed = await post(harness, `${startPath}/confirmation`, { code }, { cookie });
    expect(confirmed.status).toBe(204);
    return { email, id, app, code, totpUri, recoveryCodes, cookie: cookieOf(confirmed) };
  }

  test("two-factor sign-in is not asked for before a code has proved that the app knows the secret", async () => {
    const { email, cookie } = await account();
    await post(harness, startPath, { password }, { cookie });
    const wrong = await post(harness, `${startPath}/confirmation`, { code: "000000" }, { cookie });
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({ error: { fields: { code: adminMessages.wrongCode } } });
    expect(await (await signIn(email)).json()).toMatchObject({ twoFactorRedirect: false });
  });

  test("an active second factor makes sign-in ask for a code after the password", async () => {
    const { email, id, app } = await withTwoFactor();
    const first = await signIn(email);
    expect(await first.json()).toEqual({ twoFactorRedirect: true, user: null });
    expect(await statusOfMe(cookieOf(first))).toBe(401);
    const second = await verify("totp", cookieOf(first), app.generate({ timestamp: clock.getTime() }));
    expect(await second.json()).toEqual({ user: { id, email } });
    expect(await statusOfMe(cookieOf(second))).toBe(200);
  });

  test("two-factor sign-in ends the browser's earlier session once the password is right", async () => {
    const { email, cookie } = await withTwoFactor();
    await post(harness, "/api/auth/sign-in/email", { email, password }, { cookie });
    expect(await statusOfMe(cookie)).toBe(401);
  });

  test("two-factor sign-in takes a code once, so that an observer cannot replay it", async () => {
    const { email, app } = await withTwoFactor();
    const code = app.generate({ timestamp: clock.getTime() });
    expect((await verify("totp", cookieOf(await signIn(email)), code)).status).toBe(200);
    const replayed = await verify("totp", cookieOf(await signIn(email)), code);
    expect(replayed.status).toBe(401);
    expect(replayed.headers.getSetCookie()).toEqual([]);
  });

  test("two-factor sign-in asks for the password again after five wrong codes", async () => {
    const { email, app } = await withTwoFactor();
    const challenge = cookieOf(await signIn(email));
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      statuses.push((await verify("backup-code", challenge, "not-a-code")).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 409]);
    expect((await verify("totp", challenge, app.generate({ timestamp: clock.getTime() }))).status).toBe(409);
  });

  test("two-factor sign-in names the account of a refused code in the journal; calls without a challenge are counted in one entry", async () => {
    const { email, id, app } = await withTwoFactor();
    const code = app.generate({ timestamp: clock.getTime() });
    await verify("totp", cookieOf(await signIn(email)), code);
    await emptyTables(harness.database, "journal_entries");
    await verify("totp", cookieOf(await signIn(email)), "000000");
    await verify("backup-code", cookieOf(await signIn(email)), "not-a-code");
    await verify("totp", cookieOf(await signIn(email)), code);
    await verify("totp", "", "000000");
    await verify("backup-code", "", "not-a-code");
    const { rows } = await harness.db.execute(
      sql`select actor, action, subject, details from journal_entries order by id`,
    );
    const refused = {
      actor: email,
      action: "session.refused",
      subject: id,
      details: { secondFactor: true, email },
    };
    expect(rows).toEqual([
      ...Array(3).fill(refused),
      { actor: "system", action: "session.refused", subject: null, details: { count: 2 } },
    ]);
  });

  test("two-factor sign-in takes every recovery code once", async () => {
    const { email, recoveryCodes } = await withTwoFactor();
    expect(recoveryCodes.length).toBeGreaterThanOrEqual(8);
    const [code = ""] = recoveryCodes;
    expect((await verify("backup-code", cookieOf(await signIn(email)), code)).status).toBe(200);
    expect((await verify("backup-code", cookieOf(await signIn(email)), code)).status).toBe(401);
  });

  test("two-factor sign-in takes a recovery code once, also in concurrent sign-ins", async () => {
    const { email, recoveryCodes } = await withTwoFactor();
    const [code = ""] = recoveryCodes;
    const challenges = await Promise.all(Array.from({ length: 4 }, () => signIn(email)));
    const answers = await Promise.all(
      challenges.map((challenge) => verify("backup-code", cookieOf(challenge), code)),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array(3).fill(expect.toBeOneOf([401, 409]))]);
  });

  test("two-factor sign-in gives new recovery codes for the password, and invalidates the older ones", async () => {
    const { email, cookie, recoveryCodes } = await withTwoFactor();
    const answer = await post(harness, `${startPath}/recovery-codes`, { password }, { cookie });
    const renewed = (await answer.json()) as { recoveryCodes: string[] };
    const [old = ""] = recoveryCodes;
    const [fresh = ""] = renewed.recoveryCodes;
    const challenge = cookieOf(await signIn(email));
    expect((await verify("backup-code", challenge, old)).status).toBe(401);
    expect((await verify("backup-code", challenge, fresh)).status).toBe(200);
  });

  test("two-factor sign-in is switched off with the password and a code of the app", async () => {
    const { email, cookie, app } = await withTwoFactor();
    const code = app.generate({ timestamp: clock.getTime() });
    const done = await post(harness, `${startPath}/deactivation`, { password, code }, { cookie });
    expect(done.status).toBe(204);
    expect(await (await signIn(email)).json()).toMatchObject({ twoFactorRedirect: false });
    expect(await actions()).toEqual(["account.two_factor_enabled", "account.two_factor_disabled"]);
  });

  test("two-factor sign-in is switched off with a recovery code after the loss of the device", async () => {
    const { cookie, recoveryCodes } = await withTwoFactor();
    const body = { password, code: recoveryCodes[0] };
    expect((await post(harness, `${startPath}/deactivation`, body, { cookie })).status).toBe(204);
  });

  test("two-factor sign-in keeps secret and recovery codes encrypted", async () => {
    const { id, app, recoveryCodes } = await withTwoFactor();
    const { rows } = await harness.db.execute(sql`select * from auth_two_factors where user_id = ${id}`);
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(app.secret.base32);
    expect(stored).not.toContain(app.secret.utf8);
    for (const code of recoveryCodes) expect(stored).not.toContain(code);
  });

  test("two-factor sign-in is reset from a shell for an administrator who lost the device, and ends all their sessions", async () => {
    const { email, cookie } = await withTwoFactor();
    expect(await resetTwoFactor(harness.db, email, new Date())).toBe(true);
    expect(await statusOfMe(cookie)).toBe(401);
    expect(await (await signIn(email)).json()).toMatchObject({ twoFactorRedirect: false });
    expect(await resetTwoFactor(harness.db, "nobody@tenue.example", new Date())).toBe(false);
  });

  test("two-factor sign-in cannot be started twice, nor confirmed or stopped before it was started", async () => {
    const { cookie } = await withTwoFactor();
    expect((await post(harness, startPath, { password }, { cookie })).status).toBe(409);
    const other = await account();
    const early = await post(
      harness,
      `${startPath}/confirmation`,
      { code: "123456" },
      { cookie: other.cookie },
    );
    expect(early.status).toBe(409);
  });

  test("two-factor sign-in refuses a code without an earlier sign-in", async () => {
    const { app } = await withTwoFactor();
    expect((await verify("totp", "", app.generate({ timestamp: clock.getTime() }))).status).toBe(409);
  });
});

describe("preferences", () => {
  const change = (cookie: string, body: unknown) =>
    harness.app.request("/api/admin/me/preferences", {
      method: "PATCH",
      headers: { "content-type": "application/json", origin: "http://localhost", cookie },
      body: JSON.stringify(body),
    });
  const preferencesOf = async (cookie: string) => {
    const answer = await harness.app.request("/api/admin/me", { headers: { cookie } });
    return ((await answer.json()) as { preferences: unknown }).preferences;
  };

  test("preferences keep what a change leaves out, and are each admin's own", async () => {
    const [one, other] = [await account(), await account()];
    expect((await change(one.cookie, { singleKeys: false })).status).toBe(200);
    const answer = await change(one.cookie, { density: "compact" });
    expect(await answer.json()).toEqual({ singleKeys: false, density: "compact", firstStepsLeft: false });
    expect(await preferencesOf(one.cookie)).toEqual({
      singleKeys: false,
      density: "compact",
      firstStepsLeft: false,
    });
    expect(await preferencesOf(other.cookie)).toEqual({
      singleKeys: true,
      density: "comfortable",
      firstStepsLeft: false,
    });
    expect((await change(one.cookie, {})).status).toBe(200);
  });

  test("preferences are refused with an unknown name or value", async () => {
    const { cookie } = await account();
    expect((await change(cookie, { density: "tiny" })).status).toBe(400);
    expect((await change(cookie, { colour: "red" })).status).toBe(400);
  });
});
