import { sql } from "drizzle-orm";
import { type TOTP, URI } from "otpauth";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { adminMessages } from "#contract/admins.ts";
import { activateAdmin, cookieOf, post } from "#server/accounts/accounts.test-helpers.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { createSecretBox } from "#server/lib/secret-box.ts";
import { loadDeliverySettings } from "#server/mail/settings/delivery-settings.service.ts";
import { reportUnreadableSecrets } from "#server/start-conditions.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";

/**
 * Checklist line 60: after a change of AUTH_SECRET, stored values still work or are named as lost. They never cause a fault of the server.
 */
const password = "trois chevaux verts dansent";
const present = "the-secret-after-the-change-0123456789-abcdef";
let harness: TestApp;
/** Fixed time: a code of an authenticator app is valid for 30 seconds. */
const clock = new Date();
let earlier = "";

beforeAll(async () => {
  harness = await createTestApp({ now: () => clock });
  earlier = harness.dependencies.config.authSecret;
});
afterAll(() => harness.close());
beforeEach(async () => {
  await emptyTables(harness.database, "auth_users, attempt_counts, email_settings, email_log");
});

/** Opens the same database with another secret. */
function after(authSecretPrevious: string[], authSecret = present): TestApp & { warnings: string[] } {
  const warnings: string[] = [];
  const log = { ...silentLogger, warn: (line: string) => void warnings.push(line) };
  const { app, parts } = harness.compose({ config: { authSecret, authSecretPrevious }, log });
  return { ...harness, app, dependencies: parts, warnings };
}

const signIn = (app: TestApp, email: string) => post(app, "/api/auth/sign-in/email", { email, password });
const verify = (app: TestApp, kind: string, cookie: string, code = "") =>
  post(app, `/api/auth/two-factor/verify-${kind}`, { code }, { cookie });

async function accountWithTwoFactor() {
  const { email } = await activateAdmin(harness, { password });
  const cookie = cookieOf(await signIn(harness, email));
  const started = await post(harness, "/api/admin/me/two-factor", { password }, { cookie });
  const { totpUri, recoveryCodes } = (await started.json()) as { totpUri: string; recoveryCodes: string[] };
  const app = URI.parse(totpUri) as TOTP;
  const code = app.generate({ timestamp: clock.getTime() - 30_000 });
  await post(harness, "/api/admin/me/two-factor/confirmation", { code }, { cookie });
  return { email, app, recoveryCodes };
}

const storedFactors = async () =>
  (await harness.db.execute(sql`select secret, backup_codes from auth_two_factors`)).rows;

async function storeMailSecrets(): Promise<void> {
  const seal = (text: string) => createSecretBox(earlier, "email settings").seal(text);
  await harness.db.execute(sql`
    insert into email_settings (sender_name, sender_email, smtp_host, smtp_password, sendgrid_key)
    values ('Tenue', 'bonjour@tenue.example', 'smtp.exemple.fr', ${seal("lin")}, ${seal("velours")})`);
}

test("a second factor still works with AUTH_SECRET_PREVIOUS, which is needed for only one sign-in", async () => {
  const { email, app, recoveryCodes } = await accountWithTwoFactor();
  const changed = after(["another-one-that-never-was-used-0123456789", earlier]);
  const first = await verify(
    changed,
    "totp",
    cookieOf(await signIn(changed, email)),
    app.generate({ timestamp: clock.getTime() }),
  );
  expect(first.status).toBe(200);
  const later = after([]);
  const recovery = await verify(later, "backup-code", cookieOf(await signIn(later, email)), recoveryCodes[0]);
  expect(recovery.status).toBe(200);
  expect((await signIn(after([], earlier), email)).status).toBe(409);
});

test("a lost secret makes sign-in answer with the remedy, and a reset opens the account again", async () => {
  const { email } = await accountWithTwoFactor();
  const stored = await storedFactors();
  const changed = after([]);
  const refused = await signIn(changed, email);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    error: { code: "conflict", message: adminMessages.twoFactorUnreadable },
  });
  expect(refused.headers.getSetCookie()).toEqual([]);
  expect(await storedFactors()).toEqual(stored);
  const wrong = await post(changed, "/api/auth/sign-in/email", { email, password: "pas le bon mot" });
  expect(wrong.status).toBe(401);
});

test("a second factor that was started but never confirmed does not prevent a sign-in", async () => {
  const { email } = await activateAdmin(harness, { password });
  const cookie = cookieOf(await signIn(harness, email));
  await post(harness, "/api/admin/me/two-factor", { password }, { cookie });
  const changed = after([]);
  const again = cookieOf(await signIn(changed, email));
  const confirmed = await post(
    changed,
    "/api/admin/me/two-factor/confirmation",
    { code: "123456" },
    { cookie: again },
  );
  expect(confirmed.status).toBe(409);
  expect((await post(changed, "/api/admin/me/two-factor", { password }, { cookie: again })).status).toBe(200);
});

test("a second factor that was sealed before 0.2.0 is refused, and the message names that version", async () => {
  const { id, email } = await activateAdmin(harness, { password });
  await harness.db.execute(sql`
    insert into auth_two_factors (id, user_id, secret, backup_codes, verified)
    values ('earlier', ${id}, ${"100235199c309274".repeat(6)}, ${"bf32fff7ed92b1c9".repeat(6)}, true)`);
  await harness.db.execute(sql`update auth_users set two_factor_enabled = true where id = ${id}`);
  const refused = await signIn(harness, email);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ error: { message: adminMessages.twoFactorTooOld } });
});

test("the mail settings' secrets are read with the earlier AUTH_SECRET and sealed again with the current one", async () => {
  await storeMailSecrets();
  const { config, db } = after([earlier]).dependencies;
  const before = await loadDeliverySettings(db, config);
  expect(before).toMatchObject({ smtp: { password: "lin" }, sendgridKey: "velours" });

  const later = { ...config, authSecretPrevious: [] };
  const now = await loadDeliverySettings(db, later);
  expect(now).toMatchObject({ smtp: { password: "lin" }, sendgridKey: "velours", version: before.version });
});

test("the start logs one line about unreadable secrets, and none when all are readable", async () => {
  await accountWithTwoFactor();
  await accountWithTwoFactor();
  await storeMailSecrets();
  const changed = after([]);
  await reportUnreadableSecrets(changed.dependencies);
  expect(changed.warnings).toEqual([
    expect.stringMatching(
      /^4 stored secrets cannot be read: 2 two-factor secrets, the SMTP password, the SendGrid key\..*AUTH_SECRET_PREVIOUS/,
    ),
  ]);
  const named = after([earlier]);
  await reportUnreadableSecrets(named.dependencies);
  expect(named.warnings).toEqual([]);
});
