import { OpenAPIHono } from "@hono/zod-openapi";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type TokenScope, tokenScopes } from "#contract/api-tokens.ts";
import { createCode, hashCode } from "#server/invitations/codes.rules.ts";
import type { ApiEnv } from "#server/lib/http/api-router.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";
import { addApiDocs } from "./api-docs.routes.ts";

/** Checklist line 21: every call of the back office, as the API itself lists them, for every role. */
const superAdminOnly = [
  "/api/admin/admins",
  "/api/admin/backups",
  "/api/admin/imports",
  "/api/admin/journal",
  "/api/admin/samples",
  "/api/admin/state",
  "/api/admin/tokens",
  "/api/admin/webhooks",
];
const superAdminCalls = [
  "POST /api/admin/email/test/real",
  "PUT /api/admin/email/templates/{id}/service",
  "DELETE /api/admin/email/templates/{id}/service",
  "DELETE /api/admin/to-do/{id}",
  "POST /api/admin/email/hold/end",
  "POST /api/admin/email/dkim",
  "DELETE /api/admin/email/dkim/{selector}",
  "PUT /api/admin/shield",
  "PUT /api/admin/site",
  "PUT /api/admin/site/images/{slot}",
  "DELETE /api/admin/site/images/{slot}",
];

type Call = { method: string; path: string };
let harness: TestApp;
let admin: SignedIn;
let superAdmin: SignedIn;
let calls: Call[] = [];
let tokenCalls: Call[] = [];

beforeAll(async () => {
  harness = await createTestApp();
  [admin, superAdmin] = await Promise.all([harness.signIn(), harness.signIn({ superAdmin: true })]);
  const answer = await harness.app.request("/api/openapi.json");
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
  const callsBelow = (start: string) =>
    Object.entries(paths)
      .filter(([path]) => path.startsWith(start))
      .flatMap(([path, item]) => Object.keys(item).map((method) => ({ method: method.toUpperCase(), path })));
  calls = callsBelow("/api/admin/");
  tokenCalls = callsBelow("/api/v1/");
});
afterAll(() => harness.close());

/** Sends the call with unknown ids and a body that no route accepts, so that an allowed call fails without any effect. */
async function statusOf({ method, path }: Call, headers: Record<string, string> = {}): Promise<number> {
  const target = path
    .replace("{audience}", "user")
    .replace(/\{[^}]+\}/g, "00000000-0000-4000-8000-000000000000");
  const body = method === "GET" || method === "DELETE" ? null : '{"unknownField":true}';
  const sent = { "content-type": "application/json", origin: "http://localhost", ...headers };
  const answer = await harness.app.request(target, { method, headers: sent, body });
  await answer.body?.cancel();
  return answer.status;
}

const isSuperAdminOnly = ({ method, path }: Call) =>
  superAdminOnly.some((start) => path.startsWith(start)) || superAdminCalls.includes(`${method} ${path}`);

/** Lists the calls with an unexpected status, so that a failure names all of them. */
async function deviations(
  chosen: Call[],
  headers: Record<string, string>,
  isRight: (status: number) => boolean,
) {
  const found: string[] = [];
  for (const call of chosen) {
    const status = await statusOf(call, headers);
    if (!isRight(status)) found.push(`${call.method} ${call.path}: ${status}`);
  }
  return found;
}

describe("every call of the back office", () => {
  test("every call of the back office is in the API description", () => {
    expect(calls.length).toBeGreaterThan(10);
    for (const start of superAdminOnly) expect(calls.some(({ path }) => path.startsWith(start))).toBe(true);
  });

  test("every call of the back office answers 401 to a visitor", async () => {
    expect(await deviations(calls, {}, (status) => status === 401)).toEqual([]);
  });

  test("every call of the back office answers 401 to a forged or foreign session cookie", async () => {
    const forged = { cookie: "tenue.session_token=x.bm90IG91ciBzaWduYXR1cmUgYXQgYWxsIGJ1dCA0NCBj" };
    expect(await deviations(calls, forged, (status) => status === 401)).toEqual([]);
  });

  test("every call for super administrators answers 403 to other administrators", async () => {
    const chosen = calls.filter(isSuperAdminOnly);
    expect(await deviations(chosen, admin.headers, (status) => status === 403)).toEqual([]);
  });

  test("every other call of the back office is open to an administrator", async () => {
    const chosen = calls.filter((call) => !isSuperAdminOnly(call));
    const isOpen = (status: number) => status !== 401 && status !== 403 && status < 500;
    expect(await deviations(chosen, admin.headers, isOpen)).toEqual([]);
  });

  test("every call of the back office is open to a super administrator", async () => {
    const isOpen = (status: number) => status !== 401 && status !== 403 && status < 500;
    expect(await deviations(calls, superAdmin.headers, isOpen)).toEqual([]);
  });

  test("every state change of the back office from another origin answers 403 for every signed-in role", async () => {
    const chosen = calls.filter(({ method }) => method !== "GET");
    const foreign = { ...superAdmin.headers, origin: "https://elsewhere.example" };
    expect(await deviations(chosen, foreign, (status) => status === 403)).toEqual([]);
  });

  test("every call of the back office refuses a body that is not sent as JSON", async () => {
    const chosen = calls.filter(({ method }) => method !== "GET" && method !== "DELETE");
    const asText = { ...superAdmin.headers, "content-type": "text/plain", "content-length": "21" };
    expect(await deviations(chosen, asText, (status) => status === 415)).toEqual([]);
  });

  test("no cache may store the answer to a call", async () => {
    const answer = await harness.app.request("/api/admin/me", { headers: admin.headers });
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});

describe("every call with a token", () => {
  const scopeOf: Record<string, TokenScope> = {
    "GET /api/v1/signups/{audience}": "signups:read",
    "GET /api/v1/signups/{audience}/{id}": "signups:read",
    "GET /api/v1/stats": "stats:read",
    "POST /api/v1/invitations/redeem": "invitations:redeem",
  };

  async function bearer(scopes: TokenScope[]): Promise<Record<string, string>> {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const answer = await harness.app.request("/api/admin/tokens", {
      method: "POST",
      headers: superAdmin.headers,
      body: JSON.stringify({ name: "Test", scopes, expiresAt }),
    });
    return { authorization: `Bearer ${((await answer.json()) as { token: string }).token}` };
  }

  test("every call with a token is listed in this test with its scope", () => {
    expect(tokenCalls.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      Object.keys(scopeOf).sort(),
    );
  });

  test("every call for tokens answers 401 without a token, also to a super administrator's session", async () => {
    for (const headers of [{}, superAdmin.headers]) {
      expect(await deviations(tokenCalls, headers, (status) => status === 401)).toEqual([]);
    }
  });

  test("every call for tokens answers 403 to a token that has every scope except the required one", async () => {
    for (const call of tokenCalls) {
      const scope = scopeOf[`${call.method} ${call.path}`];
      const headers = await bearer(tokenScopes.filter((other) => other !== scope));
      expect(await statusOf(call, headers), call.path).toBe(403);
    }
  });

  test("every call for tokens answers 400 to an unknown parameter, field or form of id", async () => {
    const headers = await bearer([...tokenScopes]);
    for (const call of tokenCalls) {
      const path = call.path.endsWith("{id}") ? call.path.replace("{id}", "1") : `${call.path}?unknown=1`;
      expect(await statusOf({ ...call, path }, headers), call.path).toBe(400);
    }
  });

  test("every call for tokens answers 200 to a token with its scope", async () => {
    const { pool } = harness.database;
    const { rows } = await pool.query(
      "insert into beta_signups (firstname, name, email, status) values ('Zoé', 'Martin', 'zoe@exemple.fr', 'approved') returning id",
    );
    const { id } = rows[0] as { id: string };
    const code = createCode();
    await pool.query(
      `insert into invitations (audience, signup_id, code_hash, code_sealed, valid_days, message_id, sent_at, expires_at)
       values ('user', $1, $2, 'x', 14, gen_random_uuid(), now(), now() + interval '14 days')`,
      [id, hashCode(code)],
    );
    for (const { method, path } of tokenCalls) {
      const answer = await harness.app.request(path.replace("{audience}", "user").replace("{id}", id), {
        method,
        headers: {
          "content-type": "application/json",
          ...(await bearer([scopeOf[`${method} ${path}`] ?? "stats:read"])),
        },
        body: method === "GET" ? null : JSON.stringify({ code }),
      });
      expect(answer.status, path).toBe(200);
    }
  });
});

test("a path that does not exist is closed to visitors and unknown to administrators", async () => {
  const call = { method: "GET", path: "/api/admin/nothing-here" };
  expect(await statusOf(call)).toBe(401);
  expect(await statusOf(call, admin.headers)).toBe(404);
});

test("an undescribed call under /api/auth does not exist", async () => {
  for (const path of [
    "sign-up/email",
    "update-user",
    "delete-user",
    "list-sessions",
    "two-factor/enable",
    "ok",
  ]) {
    expect(await statusOf({ method: "POST", path: `/api/auth/${path}` }, superAdmin.headers)).toBe(404);
  }
});

test("every described call has a summary and one tag", async () => {
  type Operation = { summary?: string; tags?: string[] };
  const answer = await harness.app.request("/api/openapi.json");
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Operation>> };
  const incomplete = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { summary, tags }]) => !summary || tags?.length !== 1)
      .map(([method]) => `${method} ${path}`),
  );
  expect(incomplete).toEqual([]);
});

test("the description is built once, not for every request", async () => {
  const fresh = new OpenAPIHono<ApiEnv>();
  addApiDocs(fresh, harness.dependencies);
  const described = vi.spyOn(fresh, "getOpenAPI31Document");
  const texts = new Set<string>();
  for (let count = 0; count < 3; count += 1) {
    const answer = await fresh.request("/api/openapi.json");
    expect(answer.headers.get("content-type")).toContain("application/json");
    texts.add(await answer.text());
    expect((await fresh.request("/api/docs")).status).toBe(200);
  }
  expect(texts.size).toBe(1);
  expect(described).toHaveBeenCalledTimes(1);
});

test("the page for people lists every operation and may load nothing", async () => {
  const answer = await harness.app.request("/api/docs");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  const page = await answer.text();
  for (const { path } of calls) expect(page).toContain(path);
  expect(page).not.toContain("<script");
});
