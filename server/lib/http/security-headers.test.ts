import { Hono } from "hono";
import { expect, test } from "vitest";
import { adminPolicy, securityHeaders, sitePolicy } from "./security-headers.ts";

function answerOf(baseUrl: string) {
  const app = new Hono();
  app.use(securityHeaders(baseUrl));
  app.get("/data", (c) => c.json({}));
  app.get("/picture/:type", (c) => c.body("", 200, { "content-type": `image/${c.req.param("type")}` }));
  app.get("/page", (c) => c.html("", 200, { "content-security-policy": "default-src 'self'" }));
  return app;
}

test("every answer forbids framing, sniffing and unused browser features", async () => {
  const { headers } = await answerOf("http://localhost:3000").request("/data");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(headers.get("permissions-policy")).toContain("camera=()");
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
});

test("the answer to an unknown address carries the headers too", async () => {
  const { status, headers } = await answerOf("http://localhost:3000").request("/nothing");
  expect(status).toBe(404);
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
});

test("the policy of a picture allows the browser's inline styles, but not the policy of an SVG, which may hold a script", async () => {
  const policyOf = async (type: string) =>
    (await answerOf("http://localhost:3000").request(`/picture/${type}`)).headers.get(
      "content-security-policy",
    );
  expect(await policyOf("webp")).toMatch(/^default-src 'none'.*; style-src 'unsafe-inline'$/);
  expect(await policyOf("svg+xml")).not.toContain("unsafe-inline");
});

test("HSTS is sent only where the site has https", async () => {
  const plain = await answerOf("http://localhost:3000").request("/data");
  const secure = await answerOf("https://tenue.example").request("/data");
  expect(plain.headers.get("strict-transport-security")).toBeNull();
  expect(secure.headers.get("strict-transport-security")).toContain("max-age=63072000");
});

test("the policy that a page sets is kept", async () => {
  const { headers } = await answerOf("http://localhost:3000").request("/page");
  expect(headers.get("content-security-policy")).toBe("default-src 'self'");
});

test("no policy allows an inline script that is not part of the build", () => {
  const site = sitePolicy({ scripts: ["sha256-a"], styles: ["sha256-b"] });
  expect(site).toContain("script-src 'self' 'sha256-a';");
  expect(site).toContain("worker-src 'self';");
  expect(site).not.toContain("unsafe");
  expect(adminPolicy).toContain("script-src 'self';");
  expect(adminPolicy).not.toContain("unsafe-eval");
});
