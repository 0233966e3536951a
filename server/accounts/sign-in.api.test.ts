import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminMessages, attemptLimits } from "#contract/admins.ts";
import { sessionLimits, unattendedHeader } from "#contract/sessions.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";
import { activateAdmin, cookieOf, post } from "./accounts.test-helpers.ts";
import { insertAdmin } from "./admins.queries.ts";

const password = "trois chevaux verts dansent";
const wrong = "quatre chevaux bleus dorment";
const newPassword = "cinq chevaux gris galopent";
const signInPath = "/api/auth/sign-in/email";

let harness: TestApp;
let clockShift = 0;

beforeAll(async () => {
  harness = await createTestApp({ now: () => new Date(Date.now() + clockShift) });
});
afterAll(() => harness.close());
beforeEach(async () => {
  clockShift = 0;
  await emptyTables(harness.database, "attempt_counts, journal_entries");
});

const me = (cookie: string) => harness.app.request("/api/admin/me", { headers: { cookie } });

async function signedIn() {
  const admin = await activateAdmin(harness, { password });
  const answer = await post(harness, signInPath, { email: admin.email, password });
  expect(answer.status).toBe(200);
  return { ...admin, answer, cookie: cookieOf(answer) };
}

async function journal() {
  const { rows } = await harness.db.execute(sql`select actor, action from journal_entries order by id`);
  return rows;
}

test("an activated administrator signs in with the address in any case, and the browser becomes a known device", async () => {
  const { email, id } = await activateAdmin(harness, { password });
  const answer = await post(harness, signInPath, { email: ` ${email.toUpperCase()} `, password });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ twoFactorRedirect: false, user: { id, email } });
  const current = await me(cookieOf(answer));
  expect(await current.json()).toEqual({
    id,
    email,
    isSuperAdmin: false,
    twoFactorEnabled: false,
    preferences: { singleKeys: true, density: "comfortable", firstStepsLeft: false },
    session: { endsInMs: expect.any(Number), extendable: true },
  });
  expect(await journal()).toEqual([{ actor: email, action: "session.signed_in" }]);
});

describe("a refusal reveals nothing about the account", () => {
  test("a wrong password, an unknown address and an account without password get the same answer", async () => {
    const { email } = await activateAdmin(harness, { password });
    const { email: waiting } = await insertAdmin(harness.db, {
      email: "waiting@tenue.example",
      isSuperAdmin: false,
    });
    const answers = [];
    for (const address of [email, "nobody@tenue.example", waiting]) {
      const answer = await post(harness, signInPath, { email: address, password: wrong });
      answers.push({
        status: answer.status,
        cookies: answer.headers.getSetCookie(),
        body: await answer.json(),
      });
    }
    const refusal = { error: { code: "unauthenticated", message: adminMessages.wrongCredentials } };
    expect(answers).toEqual(Array(3).fill({ status: 401, cookies: [], body: refusal }));
  });

  test("the journal names the account that exists, and never records an unknown address", async () => {
    const { email } = await activateAdmin(harness, { password });
    await post(harness, signInPath, { email, password: wrong });
    await post(harness, signInPath, { email: "nobody@tenue.example", password: wrong });
    expect(await journal()).toEqual([
      { actor: email, action: "session.refused" },
      { actor: "system", action: "session.refused" },
    ]);
  });

  test("a session whose user is no administrator is refused and ended", async () => {
    const { email, id } = await activateAdmin(harness, { password });
    await harness.db.execute(sql`delete from admin_users where id = ${id}`);
    const answer = await post(harness, signInPath, { email, password });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: { message: adminMessages.notAnAdmin } });
    expect(answer.headers.getSetCookie()).toEqual([]);
    const { rows } = await harness.db.execute(sql`select 1 from auth_sessions where user_id = ${id}`);
    expect(rows).toEqual([]);
  });

  test.each([
    [{ email: "a@b.example" }, "password"],
    [{ email: "a@b.example", password: "" }, "password"],
    [{ email: "no address", password }, "email"],
    [{ email: "a@b.example", password, callbackURL: "https://elsewhere.example" }, "callbackURL"],
    [{ email: "a@b.example", password: { $ne: null } }, "password"],
  ])("the body %o is refused with the field named", async (body, field) => {
    const answer = await post(harness, signInPath, body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { fields: { [field]: expect.any(String) } } });
  });
});

describe("attempts", () => {
  const fail = (email: string, extra = {}) => post(harness, signInPath, { email, password: wrong }, extra);

  /** Uses up the account's attempts without computing a hash for each. */
  async function useUp(email: string, extra = {}) {
    await fail(email, extra);
    await harness.db.execute(
      sql`update attempt_counts set count = ${attemptLimits.signInPerAccount} where key like 'sign-in-account:%'`,
    );
  }

  test("attempts are limited per account, also from changing addresses, with Retry-After; the right password is refused too", async () => {
    const { email } = await activateAdmin(harness, { password });
    await useUp(email, { address: "203.0.113.1" });
    const answer = await post(harness, signInPath, { email, password }, { address: "203.0.113.2" });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({ error: { message: adminMessages.tooManyForAccount } });
  });

  test("attempts on an unknown address are limited in the same way", async () => {
    await useUp("nobody@tenue.example");
    expect((await fail("nobody@tenue.example")).status).toBe(429);
  });

  test("attempts do not lock the owner out: the window ends, and a known device has its own count", async () => {
    const { email, cookie } = await signedIn();
    await useUp(email);
    const device = cookie.split("; ").find((part) => part.startsWith("tenue.device="));
    const known = await post(harness, signInPath, { email, password }, { cookie: device ?? "" });
    expect(known.status).toBe(200);
    expect((await post(harness, signInPath, { email, password })).status).toBe(429);
    clockShift = attemptLimits.windowMs + 1000;
    expect((await post(harness, signInPath, { email, password })).status).toBe(200);
  });

  test.each([
    [
      "a change of the password",
      newPassword,
      (cookie: string) =>
        post(harness, "/api/admin/me/password", { currentPassword: password, newPassword }, { cookie }),
    ],
    [
      "the end of the other sessions",
      password,
      (cookie: string) =>
        harness.app.request("/api/admin/me/sessions", { method: "DELETE", headers: { cookie } }),
    ],
  ])("attempts of others do not lock out the browser that asked for %s", async (_, present, change) => {
    const { email, cookie } = await signedIn();
    clockShift = 1000;
    const changed = await change(cookie);
    expect(changed.status).toBe(204);
    await useUp(email);
    const attempt = { email, password: present };
    expect((await post(harness, signInPath, attempt, { cookie })).status).toBe(429);
    expect((await post(harness, signInPath, attempt, { cookie: cookieOf(changed) })).status).toBe(200);
  });

  test("attempts of one IP address on many accounts are limited, those of other addresses are not", async () => {
    await fail("a@tenue.example", { address: "203.0.113.1" });
    await harness.db.execute(
      sql`update attempt_counts set count = ${attemptLimits.signInPerAddress} where key like 'sign-in-address:%'`,
    );
    expect((await fail("b@tenue.example", { address: "203.0.113.1" })).status).toBe(429);
    expect((await fail("b@tenue.example", { address: "203.0.113.2" })).status).toBe(401);
  });

  test("successful attempts are not counted", async () => {
    const { email } = await signedIn();
    await post(harness, signInPath, { email, password });
    const { rows } = await harness.db.execute(sql`select count from attempt_counts where count > 0`);
    expect(rows).toEqual([]);
  });

  test("attempts sent concurrently cannot pass the limit together", async () => {
    const { email } = await activateAdmin(harness, { password });
    await fail(email);
    await harness.db.execute(
      sql`update attempt_counts set count = ${attemptLimits.signInPerAccount - 2} where key like 'sign-in-account:%'`,
    );
    const answers = await Promise.all(Array.from({ length: 8 }, () => fail(email)));
    expect(answers.map(({ status }) => status).sort()).toEqual([401, 401, ...Array(6).fill(429)]);
  });
});

describe("the session", () => {
  test("the session travels in a cookie that scripts and other sites do not see", async () => {
    const { answer } = await signedIn();
    const cookie = answer.headers.getSetCookie().find((each) => each.startsWith("tenue.session_token="));
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\//);
    expect(cookie).not.toMatch(/Domain/);
  });

  test("the session gets a new token at every sign-in, which ends the browser's earlier session", async () => {
    const { email, cookie } = await signedIn();
    const again = await post(harness, signInPath, { email, password }, { cookie });
    expect(cookieOf(again)).not.toContain(cookie.split("; ")[0]);
    expect((await me(cookie)).status).toBe(401);
    expect((await me(cookieOf(again))).status).toBe(200);
  });

  test("the stored form of a session does not sign in", async () => {
    const { cookie, id } = await signedIn();
    const { rows } = await harness.db.execute<{ token: string }>(
      sql`select token from auth_sessions where user_id = ${id}`,
    );
    const [sent = ""] = decodeURIComponent(cookie.split("=")[1] ?? "").split(".");
    expect(rows).toHaveLength(1);
    expect(rows[0]?.token).not.toBe(sent);
  });

  test("the session ends with the sign-out: the same cookie is refused afterwards", async () => {
    const { cookie, email } = await signedIn();
    expect((await me(cookie)).status).toBe(200);
    const answer = await post(harness, "/api/auth/sign-out", {}, { cookie });
    expect(answer.headers.getSetCookie().join()).toContain("tenue.session_token=; Max-Age=0");
    expect((await me(cookie)).status).toBe(401);
    expect((await journal()).at(-1)).toEqual({ actor: email, action: "session.signed_out" });
  });

  test("the session ends after the idle time, and is extended while it is used", async () => {
    const { cookie } = await signedIn();
    clockShift = sessionLimits.idleMs - 60_000;
    expect((await me(cookie)).status).toBe(200);
    clockShift += sessionLimits.idleMs - 60_000;
    expect((await me(cookie)).status).toBe(200);
    clockShift += sessionLimits.idleMs + 60_000;
    expect((await me(cookie)).status).toBe(401);
  });

  test("the session is not extended by an idle page, which learns when the session ends", async () => {
    const { cookie } = await signedIn();
    const alone = () =>
      harness.app.request("/api/admin/me", { headers: { cookie, [unattendedHeader]: "1" } });
    clockShift = sessionLimits.idleMs - 60_000;
    const { session } = (await (await alone()).json()) as { session: { endsInMs: number } };
    expect(session.endsInMs).toBeGreaterThan(50_000);
    expect(session.endsInMs).toBeLessThanOrEqual(60_000);
    clockShift += 70_000;
    expect((await alone()).status).toBe(401);
  });

  test("the session is extended for an administrator who stays signed in, up to the absolute limit", async () => {
    const { cookie } = await signedIn();
    const keep = async () => {
      const answer = await post(harness, "/api/admin/me/session", {}, { cookie });
      expect(answer.status).toBe(200);
      return (await answer.json()) as { endsInMs: number; extendable: boolean };
    };
    clockShift = 60_000;
    expect(await keep()).toEqual({ endsInMs: sessionLimits.idleMs, extendable: true });
    const step = sessionLimits.idleMs - 60_000;
    while (clockShift + step < sessionLimits.absoluteMs) {
      clockShift += step;
      expect((await keep()).endsInMs).toBeGreaterThan(0);
    }
    const last = await keep();
    expect(last.extendable).toBe(false);
    expect(last.endsInMs).toBeLessThanOrEqual(sessionLimits.absoluteMs - clockShift);
    expect((await post(harness, "/api/admin/me/session", {})).status).toBe(401);
  });

  test("the session ends at the absolute limit however busy it is", async () => {
    const { cookie } = await signedIn();
    const step = sessionLimits.idleMs / 2;
    for (clockShift = step; clockShift < sessionLimits.absoluteMs; clockShift += step) {
      expect((await me(cookie)).status).toBe(200);
    }
    clockShift = sessionLimits.absoluteMs + 1000;
    expect((await me(cookie)).status).toBe(401);
  });

  test("the session is returned by get-session, which answers null without a session", async () => {
    const { cookie, id, email } = await signedIn();
    const current = await harness.app.request("/api/auth/get-session", { headers: { cookie } });
    expect(await current.json()).toMatchObject({ user: { id, email } });
    const none = await harness.app.request("/api/auth/get-session");
    expect(await none.json()).toBeNull();
  });
});

test("under https every cookie is Secure and bound to this host", async () => {
  const secure = await createTestApp({ config: { baseUrl: "https://tenue.example" } });
  try {
    const { email } = await activateAdmin(secure, { password });
    const headers = { origin: "https://tenue.example" };
    const answer = await post(secure, signInPath, { email, password }, { headers });
    const cookies = answer.headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.split("=")[0]).sort()).toEqual([
      "__Host-tenue.device",
      "__Host-tenue.session_token",
    ]);
    for (const cookie of cookies) expect(cookie).toMatch(/; Secure/);
    const current = await secure.app.request("/api/admin/me", { headers: { cookie: cookieOf(answer) } });
    expect(current.status).toBe(200);
  } finally {
    await secure.close();
  }
});

test("a server error is answered with a French sentence and a request id, without a stack", async () => {
  const broken = await createTestApp();
  try {
    const { email } = await activateAdmin(broken, { password });
    const { headers } = await broken.signIn();
    await broken.db.execute(sql`drop table auth_sessions cascade`);
    const faults = [
      await broken.app.request("/api/admin/me", { headers }),
      await post(broken, signInPath, { email, password }),
    ];
    for (const fault of faults) {
      expect(fault.status).toBe(500);
      const message = "Une erreur est survenue. Veuillez réessayer plus tard.";
      expect(await fault.json()).toEqual({
        error: { code: "internal", message, requestId: expect.any(String) },
      });
    }
  } finally {
    await broken.close();
  }
});
