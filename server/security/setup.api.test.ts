import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { adminMessages, attemptLimits } from "#contract/admins.ts";
import { post } from "#server/accounts/accounts.test-helpers.ts";
import { announceSetUp } from "#server/accounts/admins.service.ts";
import { readLinkToken, readSetUpCode } from "#test/support/account-links.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";

/** Checklist lines 11 and 59: a stranger who knows the address of a new installation, before and after its operator sets it up. */
const stranger = { address: "203.0.113.66" };
let harness: TestApp;
let code = "";

beforeAll(async () => {
  const lines: string[] = [];
  harness = await createTestApp({ announce: (line) => lines.push(line) });
  await announceSetUp(harness.dependencies);
  code = readSetUpCode({ output: () => lines.join() });
});
afterAll(() => harness.close());
beforeEach(() =>
  emptyTables(harness.database, "auth_users, attempt_counts, auth_verifications, journal_entries"),
);

/** All data that a set-up writes. */
async function stored() {
  const { rows } = await harness.db.execute(sql`
    select (select jsonb_agg(a order by id) from admin_users a) as admins,
           (select jsonb_agg(v order by id) from auth_verifications v) as links,
           (select count(*)::int from journal_entries) as entries`);
  return rows[0];
}

const wrongCodes: unknown[] = [undefined, "", "00000-00000-00000-00000", "%", "code", "0".repeat(64)];

const tryCode = (wrong: unknown) =>
  post(harness, "/api/setup", { email: "stranger@evil.example", code: wrong }, stranger);

test("a stranger who comes before the operator gets no account, no link and no journal entry", async () => {
  const before = await stored();
  for (const wrong of wrongCodes) {
    const answer = await tryCode(wrong);
    expect(answer.status, String(wrong)).toBe(403);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({
      error: { code: "forbidden", fields: { code: adminMessages.setupCodeWrong } },
    });
    expect(text).not.toContain("token=");
  }
  expect(await stored()).toEqual(before);
});

test("a stranger who comes after the operator cannot change the pending address or its link", async () => {
  const answer = await post(harness, "/api/setup", { email: "owner@tenue.example", code });
  const { activationLink } = (await answer.json()) as { activationLink: string };
  const before = await stored();
  for (const wrong of wrongCodes) expect((await tryCode(wrong)).status).toBe(403);
  expect(await stored()).toEqual(before);
  const redeemed = await post(harness, "/api/auth/reset-password", {
    token: readLinkToken(activationLink),
    newPassword: "trois chevaux verts dansent",
  });
  expect(redeemed.status).toBe(200);
});

test("wrong set-up codes are limited, without throttling the operator's address", async () => {
  await tryCode("wrong");
  await harness.db.execute(
    sql`update attempt_counts set count = ${attemptLimits.otherPerAddress} where key like 'set-up-address:%'`,
  );
  expect((await tryCode(code)).status).toBe(429);
  const operator = await post(harness, "/api/setup", { email: "owner@tenue.example", code });
  expect(operator.status).toBe(201);
});

test("the token of a link is in no URL that a server or a proxy sees", async () => {
  const answer = await post(harness, "/api/setup", { email: "owner@tenue.example", code });
  const { pathname, search, hash } = new URL(
    ((await answer.json()) as { activationLink: string }).activationLink,
  );
  expect(`${pathname}${search}`).toBe("/admin/activate");
  expect(hash).toMatch(/^#token=[\w-]{32}$/);
});
