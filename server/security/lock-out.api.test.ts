import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { activateAdmin, post } from "#server/accounts/accounts.test-helpers.ts";
import { createMailApp, type MailApp, soon } from "#server/mail/mail.test-helpers.ts";
import { makeMyDataLink } from "#server/privacy/my-data-links.service.ts";
import { form, signUp } from "#server/privacy/pages.test-helpers.ts";
import { emptyTables } from "#test/support/empty-tables.ts";

/** Checklist line 91: requests for personal data never prevent an administrator from getting a new password. */
const password = "trois chevaux verts dansent";
let context: MailApp;
let admin: { id: string; email: string };
let now = new Date();

beforeAll(async () => {
  context = await createMailApp({ config: { signupLimitPerMinute: 0 }, now: () => now });
});
beforeEach(async () => {
  now = new Date();
  await context.clear();
  await emptyTables(
    context.database,
    "beta_signups, consents, privacy_links, attempt_counts, privacy_requests",
  );
  await context.saveSettings();
  admin = await activateAdmin(context, { password });
});
afterAll(() => context.close());

const requestData = (email: string) => context.app.request("/mes-donnees", form({ email }));
const requestPassword = () => post(context, "/api/auth/request-password-reset", { email: admin.email });
const subjects = () =>
  context.recorder.sent.filter(({ to }) => to.address === admin.email).map(({ subject }) => subject);
const passwordSubject = expect.stringMatching(/^Nouveau mot de passe/);

test("an address that is only in the mail log gets no link to its data", async () => {
  await requestPassword();
  await vi.waitFor(() => expect(subjects()).toEqual([passwordSubject]), soon);
  await requestData(admin.email);
  await requestPassword();
  await vi.waitFor(() => expect(subjects()).toEqual([passwordSubject, passwordSubject]), soon);
});

test("an administrator who signed up too gets a password link after all links to their data are used up", async () => {
  await signUp(context, { email: admin.email });
  for (let count = 0; count <= limits.linksPerDay; count += 1) await requestData(admin.email);
  await vi.waitFor(() => expect(subjects()).toHaveLength(limits.linksPerDay), soon);
  await requestPassword();
  await vi.waitFor(() => expect(subjects().at(-1)).toEqual(passwordSubject), soon);
});

test("links to data use at most half of the hourly cap", async () => {
  await context.saveSettings({ hourlyCap: 4 });
  for (let count = 0; count < 4; count += 1) {
    const email = `${count}@exemple.fr`;
    await signUp(context, { email });
    await requestData(email);
  }
  await vi.waitFor(async () => {
    const { rows } = await context.db.execute(sql`select 1 from email_log where lane = 'link'`);
    expect(rows).toHaveLength(2);
  }, soon);
  await requestPassword();
  await vi.waitFor(() => expect(subjects()).toEqual([passwordSubject]), soon);
});

test("a request for personal data beyond the limit extends the last link", async () => {
  await signUp(context, { email: admin.email });
  const emailHash = await context.dependencies.addresses.hash(admin.email);
  for (let count = 0; count < limits.linksPerDay; count += 1) await requestData(admin.email);
  await vi.waitFor(() => expect(subjects()).toHaveLength(limits.linksPerDay), soon);
  now = new Date(now.getTime() + 1_000);
  const link = new URL(await makeMyDataLink(context.dependencies, emailHash)).pathname;
  now = new Date(now.getTime() + 20 * 60_000);
  await requestData(admin.email);
  await vi.waitFor(async () => {
    const { rows } = await context.db.execute<{ left: number }>(
      sql`select max(extract(epoch from expires_at) - ${now.getTime() / 1000})::int as left from privacy_links`,
    );
    expect(rows[0]?.left).toBe(30 * 60);
  }, soon);
  now = new Date(now.getTime() + 20 * 60_000);
  expect((await context.app.request(link)).status).toBe(200);
});
