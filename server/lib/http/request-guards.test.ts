import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { silentLogger } from "#server/lib/logger.ts";
import { createErrorHandler } from "./error-handler.ts";
import { refuseForeignRequests } from "./request-guards.ts";

async function statusAt(baseUrl: string, headers: Record<string, string>, method = "POST") {
  const app = new Hono();
  app.onError(createErrorHandler(silentLogger));
  app.use(refuseForeignRequests(baseUrl));
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
  ])("from %s", async (_, headers, status) => {
    expect(await statusAt(site, headers)).toBe(status);
  });

  test("is taken under whatever name the site is reached by while it has no public address", async () => {
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
  ])("with a body of type %j answers %i", async (type, status) => {
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

  test("reading is open to everybody", async () => {
    expect(await statusAt(site, { origin: "https://elsewhere.example", host }, "GET")).toBe(200);
  });
});
