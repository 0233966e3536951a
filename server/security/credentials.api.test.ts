import { sql } from "drizzle-orm";
import { type TOTP, URI } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { activateAdmin, cookieOf, post } from "#server/accounts/accounts.test-helpers.ts";
import { accountAttempts } from "#server/accounts/attempts.service.ts";
import { changePassword, issueLink } from "#server/accounts/passwords.service.ts";
import { signIn as signInWithPassword, verifySecondFactor } from "#server/accounts/sign-in.service.ts";
import {
  confirmTwoFactor,
  renewRecoveryCodes,
  resetTwoFactor,
  startTwoFactor,
  stopTwoFactor,
} from "#server/accounts/two-factor.service.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";

const password = "trois chevaux verts dansent";
const newPassword = "quatre chevaux bleus dorment";
let harness: TestApp;

/** Each reading of the clock gives a new millisecond, because devices are remembered by the millisecond. */
let elapsedMs = 0;
function now(): Date {
  elapsedMs += 1;
  return new Date(Date.now() + elapsedMs);
}

beforeAll(async () => {
  harness = await createTestApp({ now });
});
afterAll(() => harness.close());
beforeEach(() => harness.db.execute(sql`truncate attempt_counts`));

const signIn = (email: string, cookie = "") =>
  post(harness, "/api/auth/sign-in/email", { email, password }, { cookie });
const statusOfMe = async (cookie: string) =>
  (await harness.app.request("/api/admin/me", { headers: { cookie } })).status;

async function account() {
  const { email, id } = await activateAdmin(harness, { password });
  return { email, id, cookie: cookieOf(await signIn(email)) };
}

async function makeLinkToken(id: string): Promise<string> {
  const { activationLink } = await issueLink(harness.dependencies, { id });
  return activationLink.split("#token=")[1] ?? "";
}

const redeem = (token: string) => post(harness, "/api/auth/reset-password", { token, newPassword });

async function startSecondFactor(cookie: string) {
  const started = await post(harness, "/api/admin/me/two-factor", { password }, { cookie });
  const { totpUri, recoveryCodes } = (await started.json()) as { totpUri: string; recoveryCodes: string[] };
  const code = () => (URI.parse(totpUri) as TOTP).generate();
  return { code, recoveryCodes };
}

const confirm = (cookie: string, code: string) =>
  post(harness, "/api/admin/me/two-factor/confirmation", { code }, { cookie });

/** The dependencies of a request that pauses before its first transaction: `reached` waits for the pause, `release` ends it. */
function pausedRequest() {
  const paused = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const db = new Proxy(harness.db, {
    get(target, name) {
      if (name !== "transaction") return Reflect.get(target, name);
      return async (...work: Parameters<TestApp["db"]["transaction"]>) => {
        paused.resolve();
        await released.promise;
        return target.transaction(...work);
      };
    },
  });
  const deps = { ...harness.dependencies, db };
  return { deps, reached: paused.promise, release: released.resolve };
}

async function duringPause<Result>(
  request: (deps: TestApp["dependencies"]) => Promise<Result>,
  change: () => unknown,
) {
  const { deps, reached, release } = pausedRequest();
  const outcome = Promise.allSettled([request(deps)]);
  await reached;
  await change();
  release();
  const [result] = await outcome;
  return result;
}

const refused = { status: "rejected", reason: { status: 401 } };
const visitor = { client: [], knownDevice: null };

type Account = Awaited<ReturnType<typeof account>>;

const changes: [string, (changed: Account) => unknown][] = [
  [
    "a new password",
    ({ cookie }) =>
      post(harness, "/api/admin/me/password", { currentPassword: password, newPassword }, { cookie }),
  ],
  [
    "a second factor",
    async ({ cookie }) => {
      const { code } = await startSecondFactor(cookie);
      return confirm(cookie, code());
    },
  ],
  [
    "a second factor switched off",
    async ({ id, cookie }) => {
      const { code } = await startSecondFactor(cookie);
      // Confirming the factor would end the other sessions itself.
      await harness.db.execute(sql`update auth_two_factors set verified = true where user_id = ${id}`);
      await harness.db.execute(sql`update auth_users set two_factor_enabled = true where id = ${id}`);
      const off = { password, code: code() };
      const answer = await post(harness, "/api/admin/me/two-factor/deactivation", off, { cookie });
      expect(answer.status).toBe(204);
    },
  ],
  ["a reset second factor", ({ email }) => resetTwoFactor(harness.db, email, now())],
  [
    "'end the other sessions'",
    ({ cookie }) =>
      harness.app.request("/api/admin/me/sessions", {
        method: "DELETE",
        headers: { cookie, origin: "http://localhost" },
      }),
  ],
];

describe.each(changes)("%s", (name, change) => {
  test(`${name} revokes the links issued before`, async () => {
    const changed = await account();
    const token = await makeLinkToken(changed.id);
    await change(changed);
    expect((await redeem(token)).status).toBe(400);
  });

  test(`${name} ends the other sessions`, async () => {
    const changed = await account();
    const elsewhere = cookieOf(await signIn(changed.email));
    await change(changed);
    expect(await statusOfMe(elsewhere)).toBe(401);
  });

  test(`${name} refuses a sign-in whose password was checked before`, async () => {
    const changed = await account();
    const typed = { email: changed.email, password, visitor, userAgent: "" };
    const result = await duringPause(
      (deps) => signInWithPassword(deps, typed),
      () => change(changed),
    );
    expect(result).toMatchObject(refused);
  });

  test(`${name} makes a remembered device count as unknown`, async () => {
    const changed = await account();
    const device = cookieOf(await signIn(changed.email))
      .split("; ")
      .filter((cookie) => cookie.includes("device"))
      .join("; ");
    await change(changed);
    await harness.db.execute(sql`truncate attempt_counts`);
    const wrong = { email: changed.email, password: "pas le bon mot" };
    await post(harness, "/api/auth/sign-in/email", wrong, { cookie: device });
    const { key } = accountAttempts(harness.dependencies, changed.email);
    const { rows } = await harness.db.execute(sql`select count from attempt_counts where key = ${key}`);
    expect(rows).toEqual([{ count: 1 }]);
  });
});

test("a changed password ends a sign-in that waits for a code, also for a recovery code", async () => {
  const { email, cookie } = await account();
  const { code, recoveryCodes } = await startSecondFactor(cookie);
  const own = cookieOf(await confirm(cookie, code()));
  const challenge = cookieOf(await signIn(email));
  await post(harness, "/api/admin/me/password", { currentPassword: password, newPassword }, { cookie: own });
  const answer = await post(
    harness,
    "/api/auth/two-factor/verify-backup-code",
    { code: recoveryCodes[0] },
    { cookie: challenge },
  );
  expect(answer.status).toBe(409); // the challenge is gone
});

test("a second factor restarted during its confirmation is never required before its verification", async () => {
  const { email, id, cookie } = await account();
  const { code } = await startSecondFactor(cookie);
  await Promise.all([confirm(cookie, code()), startSecondFactor(cookie), startSecondFactor(cookie)]);
  const { rows } = await harness.db.execute<{ required: boolean; verified: boolean }>(
    sql`select two_factor_enabled as required,
          exists (select from auth_two_factors where user_id = auth_users.id and verified) as verified
        from auth_users where id = ${id}`,
  );
  expect(rows[0]?.required).toBe(rows[0]?.verified);
  expect((await signIn(email)).status).toBe(200);
});

test("a changed password refuses a second step whose code was checked before", async () => {
  const { email, cookie } = await account();
  const { code, recoveryCodes } = await startSecondFactor(cookie);
  const own = cookieOf(await confirm(cookie, code()));
  const typed = { email, password, visitor, userAgent: "" };
  const first = await signInWithPassword(harness.dependencies, typed);
  const challenge = first.user === null ? first.challenge : null;
  const recoveryCode = { kind: "recovery_code", code: recoveryCodes[0] ?? "" } as const;
  const passwords = { currentPassword: password, newPassword };
  const result = await duringPause(
    (deps) => verifySecondFactor(deps, { ...recoveryCode, challenge, client: [], userAgent: "" }),
    () => post(harness, "/api/admin/me/password", passwords, { cookie: own }),
  );
  expect(result).toMatchObject({ status: "rejected", reason: { status: 409 } });
});

describe("a password replaced by a link", () => {
  type Attempt = (deps: TestApp["dependencies"], own: { admin: CurrentAdmin; userAgent: string }) => unknown;

  /** Makes the attempt in the session of `cookie`, and replaces the password by a link before its transaction. */
  async function attemptDuringReset({ id, email }: Account, attempt: Attempt) {
    const token = await makeLinkToken(id);
    const { rows } = await harness.db.execute<{ id: string }>(
      sql`select id from auth_sessions where user_id = ${id}`,
    );
    const time = now();
    const session = { sessionId: rows[0]?.id ?? "", sessionEndsAt: time, sessionEndsAtLatest: time };
    const admin = { id, email, isSuperAdmin: false, recentlyConfirmed: true, ...session };
    const result = await duringPause(
      async (deps) => attempt(deps, { admin, userAgent: "" }),
      async () => expect((await redeem(token)).status).toBe(200),
    );
    expect(result).toMatchObject(refused);
  }

  test("a password replaced by a link is not overwritten by a change of the earlier password", async () => {
    const changed = await account();
    const passwords = { currentPassword: password, newPassword: "cinq chevaux rouges galopent" };
    await attemptDuringReset(changed, (deps, own) => changePassword(deps, { ...own, ...passwords }));
    const typed = { email: changed.email, password: newPassword };
    expect((await post(harness, "/api/auth/sign-in/email", typed)).status).toBe(200);
  });

  test("a password replaced by a link ends the start and the confirmation of a second factor", async () => {
    const changed = await account();
    await attemptDuringReset(changed, (deps, { admin }) => startTwoFactor(deps, { admin, password }));
    const other = await account();
    const { code } = await startSecondFactor(other.cookie);
    await attemptDuringReset(other, (deps, own) => confirmTwoFactor(deps, { ...own, code: code() }));
  });

  test("a password replaced by a link keeps second factor and recovery codes as they are", async () => {
    const attempts: ((typed: { code: string }) => Attempt)[] = [
      () => (deps, own) => renewRecoveryCodes(deps, { ...own, password }),
      (typed) => (deps, own) => stopTwoFactor(deps, { ...own, ...typed, password }),
    ];
    for (const attempt of attempts) {
      const changed = await account();
      const { code, recoveryCodes } = await startSecondFactor(changed.cookie);
      await confirm(changed.cookie, code());
      await attemptDuringReset(changed, attempt({ code: recoveryCodes[0] ?? "" }));
    }
  });
});
