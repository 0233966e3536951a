import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApiToken, CreateToken } from "#contract/api-tokens.schema.ts";
import { tokenLimits, tokenMessages } from "#contract/api-tokens.ts";
import type { ApiProblem } from "#contract/errors.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";
import { createToken } from "./api-tokens.service.ts";

const dayMs = 24 * 60 * 60 * 1000;
let harness: TestApp;
let owner: SignedIn;
let clock = new Date();
const logged: unknown[] = [];

beforeAll(async () => {
  const write = (...line: unknown[]) => logged.push(line);
  const log = { info: write, warn: write, error: write };
  harness = await createTestApp({ now: () => clock, log, config: { accessLog: true } });
});
afterAll(() => harness.close());
beforeEach(async () => {
  clock = new Date();
  await emptyTables(harness.database, "api_tokens, attempt_counts, journal_entries");
  owner = await harness.signIn({ superAdmin: true });
});

const inDays = (days: number) => new Date(clock.getTime() + days * dayMs).toISOString();
const valid = (): CreateToken => ({ name: "Application", scopes: ["stats:read"], expiresAt: inDays(30) });
const post = (values: object, { headers }: SignedIn = owner) =>
  harness.app.request("/api/admin/tokens", { method: "POST", headers, body: JSON.stringify(values) });
const revoke = (id: string, { headers }: SignedIn = owner) =>
  harness.app.request(`/api/admin/tokens/${id}`, { method: "DELETE", headers });
const list = async () => {
  const answer = await harness.app.request("/api/admin/tokens", { headers: owner.headers });
  return ((await answer.json()) as { items: ApiToken[] }).items;
};
async function make(values: Partial<CreateToken> = {}, maker = owner) {
  const answer = await post({ ...valid(), ...values }, maker);
  expect(answer.status).toBe(201);
  return (await answer.json()) as { id: string; token: string };
}
const call = (token: string | null, headers: Record<string, string> = {}) =>
  harness.app.request("/api/v1/stats", {
    headers: { ...(token !== null && { authorization: `Bearer ${token}` }), ...headers },
  });
const statusOf = async (token: string | null, headers?: Record<string, string>) =>
  (await call(token, headers)).status;

test("a token reads what its scope allows, and shows its secret once", async () => {
  const { id, token } = await make();
  expect(token).toMatch(/^tenue_[\w-]{43}$/);
  const answer = await call(token);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    user: { total: 0, pending: 0, approved: 0, rejected: 0 },
    brand: { total: 0, pending: 0, approved: 0, rejected: 0 },
  });
  const [listed] = await list();
  expect(listed).toMatchObject({ id, name: "Application", state: "active", createdBy: owner.admin.email });
  const { rows } = await harness.db.execute(sql`select * from api_tokens`);
  expect(JSON.stringify([rows, listed, logged])).not.toContain(token);
  expect(JSON.stringify(logged)).not.toContain(token.slice(6));
});

test("a call without a live token is refused, also with the cookie of a session", async () => {
  const { token } = await make();
  const wrong = `tenue_${"A".repeat(43)}`;
  for (const sent of [null, "", "tenue_", wrong, `${token}x`, token.slice(6), "\u00e9".repeat(49)]) {
    const answer = await call(sent, { cookie: owner.headers.cookie });
    expect(answer.status, String(sent)).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(((await answer.json()) as ApiProblem).error).toEqual({
      code: "unauthenticated",
      message: tokenMessages.refused,
    });
  }
  expect((await harness.app.request("/api/v1/nothing")).status).toBe(401);
  expect(await statusOf(token, { origin: "https://app.example" })).toBe(200);
});

test("a token outside its scope is refused with 403", async () => {
  const { token } = await make({ scopes: ["signups:read", "invitations:redeem"] });
  const answer = await call(token);
  expect(answer.status).toBe(403);
  expect(((await answer.json()) as ApiProblem).error.message).toBe(tokenMessages.outOfScope("stats:read"));
});

test("a token ends with its term and its revocation", async () => {
  const { id, token } = await make({ expiresAt: inDays(1) });
  clock = new Date(clock.getTime() + dayMs - 1);
  expect(await statusOf(token)).toBe(200);
  clock = new Date(clock.getTime() + 1);
  expect(await statusOf(token)).toBe(401);
  owner = await harness.signIn({ superAdmin: true });
  expect((await list())[0]?.state).toBe("expired");
  const other = await make();
  expect((await revoke(other.id)).status).toBe(204);
  expect(await statusOf(other.token)).toBe(401);
  expect((await revoke(other.id)).status).toBe(404);
  expect((await revoke(id)).status).toBe(204);
  expect(await list()).toEqual([]);
});

test("a token ends with the rights and with the account of its maker", async () => {
  const maker = await harness.signIn({ superAdmin: true });
  const { token } = await make({}, maker);
  await harness.db.execute(sql`update admin_users set is_super_admin = false where id = ${maker.admin.id}`);
  expect(await statusOf(token)).toBe(401);
  expect((await list())[0]?.state).toBe("suspended");
  await harness.db.execute(sql`update admin_users set is_super_admin = true where id = ${maker.admin.id}`);
  expect(await statusOf(token)).toBe(200);
  const deleted = await harness.app.request(`/api/admin/admins/${maker.admin.id}`, {
    method: "DELETE",
    headers: owner.headers,
  });
  expect(deleted.status).toBe(204);
  expect(await statusOf(token)).toBe(401);
  expect(await list()).toEqual([]);
});

test("a token makes 120 calls a minute, and the next call gets 429 with Retry-After", async () => {
  const { token } = await make();
  const other = await make();
  for (let count = 0; count < tokenLimits.callsPerMinute; count += 1) expect(await statusOf(token)).toBe(200);
  const refused = await call(token);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(50);
  expect(await statusOf(other.token)).toBe(200);
  clock = new Date(clock.getTime() + 60_000);
  expect(await statusOf(token)).toBe(200);
});

test("the last use of a token is stored once a minute at most", async () => {
  const { token } = await make();
  const usedAt = async () => (await list())[0]?.lastUsedAt;
  expect(await usedAt()).toBeNull();
  const first = clock.toISOString();
  await call(token);
  clock = new Date(clock.getTime() + 59_000);
  await call(token);
  expect(await usedAt()).toBe(first);
  clock = new Date(clock.getTime() + 1_000);
  await call(token);
  expect(await usedAt()).toBe(clock.toISOString());
});

test("a token without a name, a scope or a term within a year is refused", async () => {
  const wrong: [object, string, string][] = [
    [{ name: " " }, "name", tokenMessages.name],
    [{ scopes: [] }, "scopes", tokenMessages.scopes],
    [{ scopes: ["stats:read", "stats:read"] }, "scopes", tokenMessages.scopes],
    [{ expiresAt: null }, "expiresAt", tokenMessages.expiry],
    [{ expiresAt: inDays(0) }, "expiresAt", tokenMessages.expiry],
    [{ expiresAt: inDays(366) }, "expiresAt", tokenMessages.expiry],
  ];
  for (const [change, field, message] of wrong) {
    const answer = await post({ ...valid(), ...change });
    expect(answer.status, JSON.stringify(change)).toBe(400);
    expect(((await answer.json()) as ApiProblem).error.fields).toEqual({ [field]: message });
  }
  await make({ expiresAt: inDays(365) });
  expect((await revoke("1")).status).toBe(400);
});

test("only super administrators who confirmed their identity make and revoke tokens, and the journal records both", async () => {
  const { id } = await make();
  const admin = await harness.signIn();
  expect((await post(valid(), admin)).status).toBe(403);
  expect((await revoke(id, admin)).status).toBe(403);
  await harness.db.execute(sql`update auth_sessions set created_at = created_at - interval '2 hours'`);
  for (const refused of [await post(valid()), await revoke(id)]) {
    expect(((await refused.json()) as ApiProblem).error.code).toBe("reauthentication_required");
  }
  owner = await harness.signIn({ superAdmin: true });
  await revoke(id);
  const { rows } = await harness.db.execute(
    sql`select action, subject, details ->> 'name' as name from journal_entries where action like 'token.%' order by id`,
  );
  expect(rows).toEqual([
    { action: "token.created", subject: id, name: "Application" },
    { action: "token.revoked", subject: id, name: "Application" },
  ]);
});

test("a request whose session ends meanwhile creates no token", async () => {
  const { rows } = await harness.db.execute<{ id: string }>(
    sql`delete from auth_sessions where user_id = ${owner.admin.id} returning id`,
  );
  const admin = { ...owner.admin, sessionId: rows[0]?.id ?? "" } as CurrentAdmin;
  const refusal = { status: 401 };
  await expect(createToken(harness.dependencies, { ...valid(), admin })).rejects.toMatchObject(refusal);
  expect((await harness.db.execute(sql`select 1 from api_tokens`)).rows).toEqual([]);
});
