import { OpenAPIHono } from "@hono/zod-openapi";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
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

beforeAll(async () => {
  harness = await createTestApp();
  [admin, superAdmin] = await Promise.all([harness.signIn(), harness.signIn({ superAdmin: true })]);
  const answer = await harness.app.request("/api/openapi.json");
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
  calls = Object.entries(paths)
    .filter(([path]) => path.startsWith("/api/admin/"))
    .flatMap(([path, item]) => Object.keys(item).map((method) => ({ method: method.toUpperCase(), path })));
});
afterAll(() => harness.close());

/** Sends the call with ids that name nothing and a body that no route takes: what is allowed fails later, harmlessly. */
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

/** Which calls got another status than the one expected, so that a failure names them all. */
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
  test("is known to the description of the API", () => {
    expect(calls.length).toBeGreaterThan(10);
    for (const start of superAdminOnly) expect(calls.some(({ path }) => path.startsWith(start))).toBe(true);
  });

  test("answers 401 to a visitor", async () => {
    expect(await deviations(calls, {}, (status) => status === 401)).toEqual([]);
  });

  test("answers 401 to a forged or foreign session cookie", async () => {
    const forged = { cookie: "tenue.session_token=x.bm90IG91ciBzaWduYXR1cmUgYXQgYWxsIGJ1dCA0NCBj" };
    expect(await deviations(calls, forged, (status) => status === 401)).toEqual([]);
  });

  test("answers 403 to an administrator where only super administrators may", async () => {
    const chosen = calls.filter(isSuperAdminOnly);
    expect(await deviations(chosen, admin.headers, (status) => status === 403)).toEqual([]);
  });

  test("is open to an administrator everywhere else", async () => {
    const chosen = calls.filter((call) => !isSuperAdminOnly(call));
    const isOpen = (status: number) => status !== 401 && status !== 403 && status < 500;
    expect(await deviations(chosen, admin.headers, isOpen)).toEqual([]);
  });

  test("is open to a super administrator", async () => {
    const isOpen = (status: number) => status !== 401 && status !== 403 && status < 500;
    expect(await deviations(calls, superAdmin.headers, isOpen)).toEqual([]);
  });

  test("answers a state change from another origin with 403 for every signed-in role", async () => {
    const chosen = calls.filter(({ method }) => method !== "GET");
    const foreign = { ...superAdmin.headers, origin: "https://elsewhere.example" };
    expect(await deviations(chosen, foreign, (status) => status === 403)).toEqual([]);
  });

  test("refuses a body that is not sent as JSON", async () => {
    const chosen = calls.filter(({ method }) => method !== "GET" && method !== "DELETE");
    const asText = { ...superAdmin.headers, "content-type": "text/plain", "content-length": "21" };
    expect(await deviations(chosen, asText, (status) => status === 415)).toEqual([]);
  });

  test("is never stored by a cache", async () => {
    const answer = await harness.app.request("/api/admin/me", { headers: admin.headers });
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});

test("a path that does not exist is closed to visitors and unknown to administrators", async () => {
  const call = { method: "GET", path: "/api/admin/nothing-here" };
  expect(await statusOf(call)).toBe(401);
  expect(await statusOf(call, admin.headers)).toBe(404);
});

test("exposes only those calls of the sign-in library that the API describes", async () => {
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

test("builds the description once, not for every request", async () => {
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
