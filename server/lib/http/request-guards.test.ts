import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { silentLogger } from "#server/lib/logger.ts";
import { createErrorHandler } from "./error-handler.ts";
import {
  answerWithin,
  isDeepJson,
  originOf,
  refuseForeignRequests,
  refuseOtherEncodings,
} from "./request-guards.ts";

type Guard = typeof refuseForeignRequests;

async function statusAt(
  baseUrl: string,
  headers: Record<string, string>,
  { method = "POST", guard = refuseForeignRequests }: { method?: string; guard?: Guard } = {},
) {
  const app = new Hono();
  app.onError(createErrorHandler(silentLogger));
  app.use(guard(baseUrl));
  app.all("/", (c) => c.text("done"));
  return (await app.request(`${baseUrl}/`, { method, headers })).status;
}

describe("a state change", () => {
  const site = "https://tenue.example";
  const host = "tenue.example";

  test.each<[string, Record<string, string>, number]>([
    ["its own page", { origin: site, host }, 200],
    ["a program, which sends no origin", { host }, 200],
    ["another site", { origin: "https://elsewhere.example", host }, 403],
    ["a site whose name begins like ours", { origin: "https://tenue.example.evil.example", host }, 403],
    ["another port", { origin: "https://tenue.example:8443", host }, 403],
    ["our name without encryption", { origin: "http://tenue.example", host }, 403],
    ["nowhere", { origin: "null", host }, 403],
    ["what is no origin", { origin: "tenue.example", host }, 403],
    ["another site whose browser sends no origin", { "sec-fetch-site": "cross-site", host }, 403],
    ["a sister site", { "sec-fetch-site": "same-site", host }, 403],
    ["its own page without a referrer", { origin: "null", "sec-fetch-site": "same-origin", host }, 200],
    ["a sandboxed frame", { origin: "null", "sec-fetch-site": "cross-site", host }, 403],
  ])("a state change from %s with %j answers %i", async (_, headers, status) => {
    expect(await statusAt(site, headers)).toBe(status);
  });

  test("a state change without Fetch Metadata from a page without a referrer has a hidden origin", async () => {
    const app = new Hono().post("/", (c) => c.text(originOf(c, site)));
    const answer = await app.request(`${site}/`, { method: "POST", headers: { origin: "null", host } });
    expect(await answer.text()).toBe("hidden");
  });

  test("a state change is accepted under every host name while the site has no public address", async () => {
    const lan = { origin: "http://192.168.1.20:3000", host: "192.168.1.20:3000" };
    expect(await statusAt("http://localhost:3000", lan)).toBe(200);
    const behindProxy = { origin: "https://tenue.example", host };
    expect(await statusAt("http://localhost:3000", behindProxy)).toBe(200);
  });

  test.each([
    ["application/json", 200],
    ["Application/JSON; charset=utf-8", 200],
    ["text/plain", 415],
    ["application/x-www-form-urlencoded", 415],
    ["multipart/form-data; boundary=x", 415],
    ["text/plain;application/json", 415],
    ["", 415],
  ])("a state change with a body of type %j answers %i", async (type, status) => {
    const headers = { origin: site, host, "content-length": "2", ...(type && { "content-type": type }) };
    expect(await statusAt(site, headers)).toBe(status);
    const chunked = {
      origin: site,
      host,
      "transfer-encoding": "chunked",
      ...(type && { "content-type": type }),
    };
    expect(await statusAt(site, chunked)).toBe(status);
  });

  test("reading is no state change and is open to every origin", async () => {
    expect(await statusAt(site, { origin: "https://elsewhere.example", host }, { method: "GET" })).toBe(200);
  });
});

test.each([
  ["application/x-www-form-urlencoded", 200],
  ["Application/X-WWW-Form-URLencoded; charset=UTF-8", 200],
  ["application/json", 415],
  ["multipart/form-data; boundary=x", 415],
  ["text/plain", 415],
  ["", 415],
])("a form as %j answers %i", async (type, status) => {
  const answered = await statusAt(
    "https://tenue.example",
    { "content-type": type },
    { guard: () => refuseOtherEncodings },
  );
  expect(answered).toBe(status);
});

test("only nested brackets count, not consecutive brackets or brackets in a text", () => {
  expect(isDeepJson("[".repeat(33))).toBe(true);
  expect(isDeepJson(`${'{"a":'.repeat(20)}${"[".repeat(13)}`)).toBe(true);
  expect(isDeepJson("[".repeat(32) + "]".repeat(32))).toBe(false);
  expect(isDeepJson(`[${"[],".repeat(10_000)}[]]`)).toBe(false);
  expect(isDeepJson(JSON.stringify({ content: `"\\"${"[{".repeat(1_000_000)}` }))).toBe(false);
  expect(isDeepJson(`{"never closed\\\\": "${"[".repeat(100)}`)).toBe(false);
});

function appThatTakes(work: Promise<unknown>) {
  const app = new Hono();
  app.onError(createErrorHandler(silentLogger));
  app.use(answerWithin(20));
  app.get("/", async (c) => c.json({ done: await work }));
  return app;
}

test("a handler that takes too long is answered 503 with a Retry-After header", async () => {
  const work = Promise.withResolvers<string>();
  const answer = await appThatTakes(work.promise).request("/");
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
  work.resolve("late"); // after the deadline
});

test("the answer of a handler that ends in time is not changed, success or failure", async () => {
  expect(await (await appThatTakes(Promise.resolve("soon")).request("/")).json()).toEqual({ done: "soon" });
  expect((await appThatTakes(Promise.reject(new TypeError("ours"))).request("/")).status).toBe(500);
});
