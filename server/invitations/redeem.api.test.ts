import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Redeemed } from "#contract/invitations.schema.ts";
import { waveLimits } from "#contract/waves.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";
import { createCode, hashCode } from "./codes.rules.ts";

let harness: TestApp;
let admin: SignedIn;
const logged: unknown[] = [];
beforeAll(async () => {
  const write = (...line: unknown[]) => logged.push(line);
  harness = await createTestApp({
    log: { info: write, warn: write, error: write },
    config: { accessLog: true },
  });
  admin = await harness.signIn({ superAdmin: true });
});
beforeEach(() =>
  emptyTables(harness.database, "invitations, waves, beta_signups, api_tokens, attempt_counts"),
);
afterAll(() => harness.close());

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await harness.database.pool.query(text, values)).rows as Row[];

async function makeToken(scopes: string[] = ["invitations:redeem"]): Promise<string> {
  const token = `tenue_${randomBytes(32).toString("base64url")}`;
  const answer = await harness.app.request("/api/admin/tokens", {
    method: "POST",
    headers: admin.headers,
    body: JSON.stringify({ name: "App", scopes, expiresAt: new Date(Date.now() + 86_400_000).toISOString() }),
  });
  return ((await answer.json()) as { token: string }).token ?? token;
}

async function invite(changes: Record<string, string> = {}): Promise<{ code: string; id: string }> {
  const code = createCode();
  const [row] = await query<{
    id: string;
  }>(`insert into beta_signups (name, firstname, email, status, confirmed_at, active_at)
    values ('Martin', 'Zoé', '${randomBytes(4).toString("hex")}@exemple.fr', 'approved', now(), now() - interval '300 days') returning id`);
  const id = row?.id ?? "";
  await query(
    `insert into invitations (audience, signup_id, code_hash, code_sealed, valid_days, message_id, sent_at, expires_at)
     values ('user', $1, $2, 'x', 14, gen_random_uuid(), now(), now() + interval '14 days')`,
    [id, hashCode(code)],
  );
  for (const [column, value] of Object.entries(changes))
    await query(`update invitations set ${column} = ${value}`);
  return { code, id };
}

const redeem = (token: string, body: object, key?: string) =>
  harness.app.request("/api/v1/invitations/redeem", {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...(key && { "idempotency-key": key }),
    },
    body: JSON.stringify(body),
  });

test("a code is redeemed once, the answer names the person, and the call counts as the person's activity", async () => {
  const token = await makeToken();
  const { code, id } = await invite();
  const answer = await redeem(token, { code: code.toLowerCase().replaceAll("-", " ") });
  expect(answer.status).toBe(200);
  const redeemed = (await answer.json()) as Redeemed;
  expect(redeemed).toEqual({ id, audience: "user", firstname: "Zoé", redeemedAt: expect.any(String) });
  expect(
    await query("select 1 from beta_signups where active_at > now() - interval '1 minute'"),
  ).toHaveLength(1);
  expect(await query("select code_sealed from invitations")).toEqual([{ code_sealed: null }]);
  const again = await redeem(token, { code });
  expect(again.status).toBe(409);
  expect(await again.json()).toMatchObject({
    error: { code: "invitation_redeemed" },
    redeemedAt: redeemed.redeemedAt,
  });
  expect(JSON.stringify(logged)).not.toContain(code);
});

test("a token that may read sign-ups also gets the person's answers", async () => {
  const token = await makeToken(["invitations:redeem", "signups:read"]);
  const { code } = await invite();
  expect(await (await redeem(token, { code })).json()).toMatchObject({ answers: [] });
});

test("one of 50 simultaneous calls redeems the code, and its idempotency key gets the same answer again", async () => {
  const token = await makeToken();
  const { code } = await invite();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, place) => redeem(token, { code }, `key-number-${place}`)),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(49);
  const winner = statuses.indexOf(200);
  const first = await answers[winner]?.json();
  const repeated = await redeem(token, { code }, `key-number-${winner}`);
  expect(repeated.status).toBe(200);
  expect(await repeated.json()).toEqual(first);
  const other = await makeToken();
  expect((await redeem(other, { code }, `key-number-${winner}`)).status).toBe(409);
});

test("20 simultaneous calls with one key all get the same success", async () => {
  const token = await makeToken();
  const { code } = await invite();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => redeem(token, { code }, "the-same-key")),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await query("select 1 from invitations where redeemed_at is not null")).toHaveLength(1);
});

test("an expired or revoked code gives 410, and a code with another person's address gives 404", async () => {
  const token = await makeToken();
  const expired = await invite({ expires_at: "now() - interval '1 second'" });
  expect((await redeem(token, { code: expired.code })).status).toBe(410);
  await emptyTables(harness.database, "invitations");
  const revoked = await invite({ revoked_at: "now()" });
  expect((await redeem(token, { code: revoked.code })).status).toBe(410);
  await emptyTables(harness.database, "invitations");
  const { code, id } = await invite();
  expect((await redeem(token, { code, email: "autre@exemple.fr" })).status).toBe(404);
  const [person] = await query<{ email: string }>("select email from beta_signups where id = $1", [id]);
  expect((await redeem(token, { code, email: person?.email.toUpperCase() })).status).toBe(200);
});

test("20 wrong codes a minute are answered, then that token has to wait, but no other token", async () => {
  const token = await makeToken();
  const other = await makeToken();
  for (let count = 0; count < waveLimits.wrongCodesPerMinute; count += 1) {
    expect((await redeem(token, { code: createCode() })).status).toBe(404);
  }
  const refused = await redeem(token, { code: createCode() });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await redeem(other, { code: "x" })).status).toBe(404);
});

test("a call without token, scope, code or with a wrong key is refused", async () => {
  const token = await makeToken();
  expect((await redeem("tenue_x", { code: "x" })).status).toBe(401);
  expect((await redeem(await makeToken(["stats:read"]), { code: "x" })).status).toBe(403);
  expect((await redeem(token, {})).status).toBe(400);
  expect((await redeem(token, { code: "x", more: 1 })).status).toBe(400);
  expect((await redeem(token, { code: "x".repeat(101) })).status).toBe(400);
  expect((await redeem(token, { code: "x" }, "short")).status).toBe(400);
});
