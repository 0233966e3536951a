import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { adminMessages } from "#contract/admins.ts";
import { limits } from "#contract/limits.ts";
import { readLinkToken, readSetUpCode } from "#test/support/account-links.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";
import { cookieOf, post } from "./accounts.test-helpers.ts";
import { announceSetUp } from "./admins.service.ts";

const newPassword = "trois chevaux verts dansent";
const lines: string[] = [];
let harness: TestApp;
let code = "";
let clockShift = 0;

beforeAll(async () => {
  harness = await createTestApp({
    announce: (line) => lines.push(line),
    now: () => new Date(Date.now() + clockShift),
  });
  await announceSetUp(harness.dependencies);
  code = readSetUpCode({ output: () => lines.join("\n") });
});
afterAll(() => harness.close());
beforeEach(async () => {
  clockShift = 0;
  lines.length = 0;
  await emptyTables(harness.database, "auth_users, attempt_counts, auth_verifications");
});

const setUp = (email: string) => post(harness, "/api/setup", { email, code });
const isRequired = async () => (await harness.app.request("/api/setup")).json();
const readLink = (token: string) => post(harness, "/api/auth/link", { token });
const redeem = (token: string, password = newPassword) =>
  post(harness, "/api/auth/reset-password", { token, newPassword: password });

async function tokenFor(email: string): Promise<string> {
  const answer = await setUp(email);
  expect(answer.status).toBe(201);
  return readLinkToken(((await answer.json()) as { activationLink: string }).activationLink);
}

async function admins() {
  const { rows } = await harness.db.execute(
    sql`select email, is_super_admin from admin_users order by email`,
  );
  return rows;
}

test("the code of the console makes the first administrator, who gets the link to choose a password", async () => {
  expect(await isRequired()).toEqual({ required: true });
  const answer = await setUp("Owner@tenue.example");
  expect(answer.status).toBe(201);
  const { activationLink } = (await answer.json()) as { activationLink: string };
  expect(activationLink).toMatch(/^http:\/\/localhost\/admin\/activate#token=[\w-]{32}$/);
  expect(lines).toEqual([]);
  expect(await admins()).toEqual([{ email: "owner@tenue.example", is_super_admin: true }]);
  expect(await isRequired()).toEqual({ required: true });
});

test("every start without an active administrator shows the same code, and none once there is one", async () => {
  await announceSetUp(harness.dependencies);
  const token = await tokenFor("owner@tenue.example");
  await announceSetUp(harness.dependencies);
  const line = expect.stringContaining(`http://localhost/admin/setup#code=${code}`);
  expect(lines).toEqual([line, line]);
  await redeem(token);
  await announceSetUp(harness.dependencies);
  expect(lines).toHaveLength(2);
});

test("the link sets the password once; afterwards set-up is refused", async () => {
  const token = await tokenFor("owner@tenue.example");
  expect((await redeem(token)).status).toBe(200);
  expect(await isRequired()).toEqual({ required: false });
  const again = await setUp("stranger@tenue.example");
  expect(again.status).toBe(409);
  expect(await again.json()).toMatchObject({ error: { code: "setup_done" } });
  const answer = await post(harness, "/api/auth/sign-in/email", {
    email: "owner@tenue.example",
    password: newPassword,
  });
  const me = await harness.app.request("/api/admin/me", { headers: { cookie: cookieOf(answer) } });
  expect(await me.json()).toMatchObject({ isSuperAdmin: true });
  const second = await redeem(token, "quatre chevaux bleus dorment");
  expect(second.status).toBe(400);
  expect(await second.json()).toMatchObject({ error: { fields: { token: adminMessages.linkInvalid } } });
});

test("set-up may be repeated until the account is activated: the newest address and the newest link count", async () => {
  const mistyped = await tokenFor("ownr@tenue.example");
  const token = await tokenFor("owner@tenue.example");
  expect(await admins()).toEqual([{ email: "owner@tenue.example", is_super_admin: true }]);
  expect((await redeem(mistyped)).status).toBe(400);
  expect((await redeem(token)).status).toBe(200);
});

test("two concurrent set-ups create one first administrator", async () => {
  const tokens = await Promise.all([tokenFor("a@tenue.example"), tokenFor("b@tenue.example")]);
  expect(await admins()).toHaveLength(1);
  const results = [];
  for (const token of tokens) results.push((await redeem(token)).status);
  expect(results.sort()).toEqual([200, 400]);
});

test("a link names its account each time that it is opened, and stays unused", async () => {
  const token = await tokenFor("owner@tenue.example");
  for (let opened = 0; opened < 2; opened += 1) {
    const answer = await readLink(token);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ email: "owner@tenue.example" });
  }
  expect((await redeem(token)).status).toBe(200);
});

test("a used, expired or invented link is refused when it is opened", async () => {
  const used = await tokenFor("owner@tenue.example");
  await redeem(used);
  await emptyTables(harness.database, "auth_users, auth_verifications");
  const expired = await tokenFor("owner@tenue.example");
  clockShift = limits.invitationHours * 60 * 60 * 1000 + 1000;
  for (const token of [used, expired, "invented"]) {
    const answer = await readLink(token);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { fields: { token: adminMessages.linkInvalid } } });
  }
});

test("a link expires after a day", async () => {
  const token = await tokenFor("owner@tenue.example");
  clockShift = limits.invitationHours * 60 * 60 * 1000 + 1000;
  expect((await redeem(token)).status).toBe(400);
  expect(await isRequired()).toEqual({ required: true });
});

test("a link redeemed twice concurrently works once", async () => {
  const token = await tokenFor("owner@tenue.example");
  const answers = await Promise.all([redeem(token), redeem(token, "quatre chevaux bleus dorment")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test("the stored form of a link does not redeem it", async () => {
  const token = await tokenFor("owner@tenue.example");
  const { rows } = await harness.db.execute<{ identifier: string }>(
    sql`select identifier from auth_verifications`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.identifier).not.toContain(token);
  expect((await redeem(rows[0]?.identifier ?? "")).status).toBe(400);
});

test.each([
  ["onze carac.", adminMessages.passwordTooShort],
  ["motdepasse2025!", adminMessages.passwordTooCommon],
  [`a${"🦊".repeat(128)}`, adminMessages.passwordTooLong],
])("the password %s is refused and leaves the link unused", async (password, message) => {
  const token = await tokenFor("owner@tenue.example");
  const refused = await redeem(token, password);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ error: { fields: { newPassword: message } } });
  expect((await redeem(token)).status).toBe(200);
});

test.each([
  " espaces devant et derrière ",
  "🦊🌵🎺🧵🪁🛶🥨🎷🦜🧊🪐🫐",
  "une phrase de passe vraiment longue, de plus de soixante-quatre caractères, avec é",
])("the password %s is accepted unchanged", async (password) => {
  const token = await tokenFor("owner@tenue.example");
  expect((await redeem(token, password)).status).toBe(200);
  const signIn = (typed: string) =>
    post(harness, "/api/auth/sign-in/email", { email: "owner@tenue.example", password: typed });
  expect((await signIn(password.normalize("NFD"))).status).toBe(200);
  expect((await signIn(`${password} `)).status).toBe(401);
});

test.each([[{}], [{ email: "" }], [{ email: "no address" }], [{ email: "a@b.example", isSuperAdmin: true }]])(
  "the body %o is refused",
  async (body) => {
    expect((await post(harness, "/api/setup", { code, ...body })).status).toBe(400);
    expect(await admins()).toEqual([]);
  },
);
