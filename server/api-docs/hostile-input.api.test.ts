import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";

/** Checklist lines 4, 30 and 33: no input to any call causes a 5xx. */
type Parameter = { name: string; in: string };
type Call = { method: string; path: string; parameters: Parameter[] };

let harness: TestApp;
let superAdmin: SignedIn;
let calls: Call[] = [];
const faults: unknown[] = [];

beforeAll(async () => {
  const log = { info() {}, warn() {}, error: (_: string, details: unknown) => faults.push(details) };
  harness = await createTestApp({ config: { signupLimitPerMinute: 0 }, log });
  superAdmin = await harness.signIn({ superAdmin: true });
  const answer = await harness.app.request("/api/openapi.json");
  const { paths } = (await answer.json()) as {
    paths: Record<string, Record<string, { parameters?: Parameter[] }>>;
  };
  calls = Object.entries(paths)
    .filter(([path]) => path !== "/api/auth/sign-out")
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, { parameters = [] }]) => ({
        method: method.toUpperCase(),
        path,
        parameters,
      })),
    );
});
afterAll(() => harness.close());

const plainPath = (path: string) =>
  path.replace("{audience}", "user").replace(/\{[^}]+\}/g, "00000000-0000-4000-8000-000000000000");
const changesState = ({ method }: Call) => method !== "GET" && method !== "DELETE";

/** Lists the answers that are 500 or above, in English, or allowed in caches. */
async function deviations(requests: { method: string; path: string; body?: string }[]) {
  const found: string[] = [];
  for (const { method, path, body } of requests) {
    const answer = await harness.app.request(path, {
      method,
      headers: superAdmin.headers,
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    const isRight =
      answer.status < 500 &&
      answer.headers.get("cache-control") === "no-store" &&
      !(answer.status === 400 && /invalid (input|option|string)|too (small|big)|expected/i.test(text));
    if (!isRight)
      found.push(`${method} ${path} ${body?.slice(0, 80)}: ${answer.status} ${text.slice(0, 200)}`);
  }
  return found;
}

test("no text as an id causes a fault", async () => {
  const ids = [
    "%00",
    "%ff",
    "%E0%A4%A",
    "%ED%A0%80",
    "__proto__",
    "-1",
    "a".repeat(300),
    "%2e%2e%2f",
    "%F0%9F%91%97",
  ];
  const requests = calls
    .filter(({ path }) => path.includes("{"))
    .flatMap((call) =>
      ids.map((id) => ({
        method: call.method,
        path: call.path.replace("{audience}", "user").replace(/\{[^}]+\}/g, id),
        ...(changesState(call) && { body: "{}" }),
      })),
    );
  expect(requests.length).toBeGreaterThan(50);
  expect(await deviations(requests)).toEqual([]);
});

test("no text as a parameter, once or twice, causes a fault", async () => {
  const texts = [
    "",
    "%00",
    "%ff",
    "%ED%A0%80",
    "-1",
    "0",
    "1e400",
    "9".repeat(20),
    "0000-01-01",
    "9999-12-31",
  ];
  const more = ["%25", "__proto__", "[object Object]", "x".repeat(3_000), "%F0%9F%91%97", "' or 1=1 --"];
  const requests = calls.flatMap(({ method, path, parameters }) =>
    parameters
      .filter((parameter) => parameter.in === "query")
      .flatMap(({ name }) =>
        [...texts, ...more].flatMap((text) => [
          { method, path: `${plainPath(path)}?${name}=${text}` },
          { method, path: `${plainPath(path)}?${name}=${text}&${name}=1` },
        ]),
      ),
  );
  expect(requests.length).toBeGreaterThan(300);
  expect(await deviations(requests)).toEqual([]);
});

test("no body causes a fault", async () => {
  const texts = {
    email: "a\u0000@b.fr",
    password: "\ud800",
    token: "\u0000",
    newPassword: "\ud800".repeat(14),
  };
  const bodies = [
    "",
    "null",
    "[]",
    "1",
    '"x"',
    '{"a":',
    "[".repeat(30_000),
    '{"__proto__":{"isSuperAdmin":true},"constructor":{"prototype":{}}}',
    JSON.stringify(texts),
    JSON.stringify({ ...texts, email: "a@b.fr", code: "\u0000".repeat(6), currentPassword: "\ud800" }),
    JSON.stringify({ code: "\u0000".repeat(6) }),
    JSON.stringify({ password: "a\u0000b" }),
    JSON.stringify({ email: "a@b.fr", password: "a\u0000b" }),
  ];
  const requests = calls
    .filter(changesState)
    .flatMap(({ method, path }) => bodies.map((body) => ({ method, path: plainPath(path), body })));
  expect(requests.length).toBeGreaterThan(100);
  expect(await deviations(requests)).toEqual([]);
});

test("unknown keys are named, including those that collide with built-in properties", async () => {
  const answer = await harness.app.request("/api/setup", {
    method: "POST",
    headers: superAdmin.headers,
    body: '{"email":"a@b.fr","constructor":1,"__proto__":1}',
  });
  expect(answer.status).toBe(400);
  const { error } = (await answer.json()) as { error: { fields: object } };
  expect(Object.keys(error.fields).sort()).toEqual(["__proto__", "constructor"]);
});

test("none of the inputs caused a fault, and the session is still valid", async () => {
  expect(faults).toEqual([]);
  const answer = await harness.app.request("/api/admin/me", { headers: superAdmin.headers });
  expect(answer.status).toBe(200);
});
