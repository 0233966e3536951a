import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { adminMessages } from "#contract/admins.ts";
import { limits } from "#contract/limits.ts";
import { createTestApp, type TestApp } from "#server/testing/test-app.ts";
import { cookieOf, post } from "./admins.test-helpers.ts";

const newPassword = "trois chevaux verts dansent";
const lines: string[] = [];
let harness: TestApp;
let clockShift = 0;

beforeAll(async () => {
  harness = await createTestApp({
    announce: (line) => lines.push(line),
    now: () => new Date(Date.now() + clockShift),
  });
});
afterAll(() => harness.close());
beforeEach(async () => {
  clockShift = 0;
  lines.length = 0;
  await harness.db.execute(sql`truncate auth_users, attempt_counts, auth_verifications cascade`);
});

const setUp = (email: string) => post(harness, "/api/setup", { email });
const isRequired = async () => (await harness.app.request("/api/setup")).json();
const tokenOf = (line = lines.at(-1) ?? "") => /token=([\w-]+)/.exec(line)?.[1] ?? "";
const redeem = (token: string, password = newPassword) =>
  post(harness, "/api/auth/reset-password", { token, newPassword: password });

async function admins() {
  const { rows } = await harness.db.execute(
    sql`select email, is_super_admin from admin_users order by email`,
  );
  return rows;
}

test("the first administrator is made without a password; the link is on the console and nowhere in the answer", async () => {
  expect(await isRequired()).toEqual({ required: true });
  const answer = await setUp("Owner@tenue.example");
  expect(answer.status).toBe(201);
  const text = await answer.text();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("http://localhost/admin/activate?token=");
  expect(text).not.toContain(tokenOf());
  expect([...answer.headers.values()].join()).not.toContain(tokenOf());
  expect(await admins()).toEqual([{ email: "owner@tenue.example", is_super_admin: true }]);
  expect(await isRequired()).toEqual({ required: true });
});

test("the link sets the password once; from then on set-up is refused for ever", async () => {
  await setUp("owner@tenue.example");
  const token = tokenOf();
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

test("it may be repeated until somebody has activated: the newest address and the newest link count", async () => {
  await setUp("stranger@tenue.example");
  const strangers = tokenOf();
  await setUp("owner@tenue.example");
  expect(await admins()).toEqual([{ email: "owner@tenue.example", is_super_admin: true }]);
  expect((await redeem(strangers)).status).toBe(400);
  expect((await redeem(tokenOf())).status).toBe(200);
});

test("two at once make one first administrator", async () => {
  const answers = await Promise.all([setUp("a@tenue.example"), setUp("b@tenue.example")]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(await admins()).toHaveLength(1);
  const results = [];
  for (const line of lines) results.push((await redeem(tokenOf(line))).status);
  expect(results.sort()).toEqual([200, 400]);
});

test("a link is worth nothing after a day", async () => {
  await setUp("owner@tenue.example");
  clockShift = limits.invitationHours * 60 * 60 * 1000 + 1000;
  expect((await redeem(tokenOf())).status).toBe(400);
  expect(await isRequired()).toEqual({ required: true });
});

test("a link redeemed twice at once works once", async () => {
  await setUp("owner@tenue.example");
  const answers = await Promise.all([redeem(tokenOf()), redeem(tokenOf(), "quatre chevaux bleus dorment")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test("the stored form of a link does not redeem it", async () => {
  await setUp("owner@tenue.example");
  const { rows } = await harness.db.execute<{ identifier: string }>(
    sql`select identifier from auth_verifications`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.identifier).not.toContain(tokenOf());
  expect((await redeem(rows[0]?.identifier ?? "")).status).toBe(400);
});

test.each([
  ["onze carac.", adminMessages.passwordTooShort],
  ["motdepasse2025!", adminMessages.passwordTooCommon],
  [`a${"🦊".repeat(128)}`, adminMessages.passwordTooLong],
])("the password %s is refused and leaves the link unused", async (password, message) => {
  await setUp("owner@tenue.example");
  const refused = await redeem(tokenOf(), password);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ error: { fields: { newPassword: message } } });
  expect((await redeem(tokenOf())).status).toBe(200);
});

test.each([
  " espaces devant et derrière ",
  "🦊🌵🎺🧵🪁🛶🥨🎷🦜🧊🪐🫐",
  "une phrase de passe vraiment longue, de plus de soixante-quatre caractères, avec é",
])("the password %s is accepted and taken to the letter", async (password) => {
  await setUp("owner@tenue.example");
  expect((await redeem(tokenOf(), password)).status).toBe(200);
  const signIn = (typed: string) =>
    post(harness, "/api/auth/sign-in/email", { email: "owner@tenue.example", password: typed });
  expect((await signIn(password.normalize("NFD"))).status).toBe(200);
  expect((await signIn(`${password} `)).status).toBe(401);
});

test.each([[{}], [{ email: "" }], [{ email: "no address" }], [{ email: "a@b.example", isSuperAdmin: true }]])(
  "the body %o is refused",
  async (body) => {
    expect((await post(harness, "/api/setup", body)).status).toBe(400);
    expect(await admins()).toEqual([]);
  },
);
