import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { attemptLimits } from "#contract/admins.ts";
import type { JournalEntry } from "#contract/journal.schema.ts";
import { activateAdmin, cookieOf, post } from "#server/accounts/accounts.test-helpers.ts";
import { findAdmin } from "#server/accounts/admins.queries.ts";
import { issueLink } from "#server/accounts/passwords.service.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { readLinkToken } from "#test/support/account-links.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";

/** Checklist lines 14 and 58: password guessing, also from behind the proxy that all visitors share. */
const password = "trois chevaux verts dansent";
const wrong = "quatre chevaux bleus dorment";
const proxy = "198.51.100.1";
const warnings: string[] = [];
let harness: TestApp;

beforeAll(async () => {
  const log = { ...silentLogger, warn: (line: string) => void warnings.push(line) };
  harness = await createTestApp({ log });
});
afterAll(() => harness.close());
beforeEach(() => emptyTables(harness.database, "attempt_counts, journal_entries"));

type Extra = { cookie?: string; headers?: Record<string, string> };
const signIn = (email: string, typed = password, extra: Extra = {}, app = harness) =>
  post(app, "/api/auth/sign-in/email", { email, password: typed }, { address: proxy, ...extra });
const forwarded = (value: string) => ({ headers: { "x-forwarded-for": value } });
const useUp = (kind: string, count: number) =>
  harness.db.execute(sql`update attempt_counts set count = ${count} where starts_with(key, ${`${kind}:`})`);
const deviceOf = (answer: Response) =>
  cookieOf(answer)
    .split("; ")
    .filter((part) => part.startsWith("tenue.device="))
    .join();

test("the first header of an untrusted proxy logs one warning, which names the variable", async () => {
  await signIn("a@tenue.example", wrong);
  expect(warnings).toEqual([]);
  for (let request = 0; request < 3; request += 1) {
    await signIn("a@tenue.example", wrong, forwarded("203.0.113.7"));
  }
  await signIn("a@tenue.example", wrong, { headers: { forwarded: "for=203.0.113.7" } });
  expect(warnings).toEqual([expect.stringContaining("TRUST_PROXY")]);
});

test.each(["203.0.113.7:54321", "[2001:db8::7]:54321", "[2001:db8::7]", "203.0.113.7"])(
  "behind a trusted proxy %s counts as a separate client",
  async (client) => {
    const config = { ...harness.dependencies.config, trustProxy: [proxy] };
    const trusting = await createTestApp({ config });
    try {
      const fail = (from: string) => signIn("nobody@tenue.example", wrong, forwarded(from), trusting);
      await fail(client);
      await trusting.db.execute(
        sql`update attempt_counts set count = ${attemptLimits.signInPerAddress} where key like 'sign-in-address:%'`,
      );
      expect((await fail(client)).status).toBe(429);
      expect((await fail("192.0.2.9")).status).toBe(401);
    } finally {
      await trusting.close();
    }
  },
);

describe("an address with too many wrong passwords", () => {
  test("a browser that signed in before can still use the sign-in, its second step and the link", async () => {
    const { email } = await activateAdmin(harness, { password });
    const device = deviceOf(await signIn(email));
    await signIn("nobody@tenue.example", wrong);
    await useUp("sign-in-address", attemptLimits.signInPerAddress);
    expect((await signIn(email)).status).toBe(429);
    expect((await signIn(email, password, { cookie: device })).status).toBe(200);
  });

  test("an unsigned device cookie is ignored", async () => {
    const { email } = await activateAdmin(harness, { password });
    await signIn("nobody@tenue.example", wrong);
    await useUp("sign-in-address", attemptLimits.signInPerAddress);
    const cookie = "tenue.device=x~y.bm90IG91ciBzaWduYXR1cmUgYXQgYWxsIGJ1dCA0NCBj";
    expect((await signIn(email, password, { cookie })).status).toBe(429);
  });

  test("a known browser that guesses passwords is throttled, too", async () => {
    const { email } = await activateAdmin(harness, { password });
    const cookie = deviceOf(await signIn(email));
    await signIn("nobody@tenue.example", wrong, { cookie });
    await useUp("sign-in-address", attemptLimits.signInPerAddress);
    expect((await signIn("other@tenue.example", wrong, { cookie })).status).toBe(429);
  });
});

test("ten wrong guesses keep the owner from signing in with a new browser until the link in the mail is used", async () => {
  const { email, id } = await activateAdmin(harness, { password });
  await signIn(email, wrong);
  await useUp("sign-in-account", attemptLimits.signInPerAccount);
  const refused = await signIn(email);
  expect(refused.status).toBe(429);
  expect(JSON.stringify(await refused.json())).toContain("lien par e-mail");
  const admin = await findAdmin(harness.db, id);
  if (!admin) throw new Error("the account is gone");
  const { activationLink } = await issueLink(harness.dependencies, admin);
  const redeemed = await post(harness, "/api/auth/reset-password", {
    token: readLinkToken(activationLink),
    newPassword: wrong,
  });
  expect(redeemed.status).toBe(200);
  expect((await signIn(email, wrong)).status).toBe(200);
  await signIn(email, password);
  await useUp("sign-in-account", attemptLimits.signInPerAccount);
  expect((await signIn(email, wrong, { cookie: deviceOf(redeemed) })).status).toBe(200);
});

test("refused sign-ins of strangers are one journal entry an hour, with their number; an account's are recorded one by one", async () => {
  const { email } = await activateAdmin(harness, { password });
  await Promise.all(["a", "b", "c", "d"].map((name) => signIn(`${name}@tenue.example`, wrong)));
  await signIn(email, wrong);
  await signIn(email, wrong);
  const { headers } = await harness.signIn({ superAdmin: true });
  const answer = await harness.app.request("/api/admin/journal?action=session.refused", { headers });
  const { items } = (await answer.json()) as { items: JournalEntry[] };
  const strangers = items.filter(({ actor }) => actor === "system");
  expect(strangers.reduce((sum, { details }) => sum + Number(details.count), 0)).toBe(4);
  expect(strangers.length).toBeLessThanOrEqual(2); // a new hour may have begun in between
  expect(strangers[0]).not.toHaveProperty("countedHour");
  expect(items.filter(({ actor }) => actor === email)).toHaveLength(2);
});
