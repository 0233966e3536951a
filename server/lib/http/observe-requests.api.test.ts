import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLogger } from "#server/lib/logger.ts";
import { createMetrics } from "#server/lib/metrics/metrics.ts";
import { createErrorHandler } from "./error-handler.ts";
import { forbidden } from "./errors.ts";
import { observeRequests, type RequestEnv } from "./observe-requests.ts";
import { eventStreamResponse } from "./streamed-response.ts";

type Line = Record<string, unknown>;
let lines: Line[];
let url: string;
let metrics: ReturnType<typeof createMetrics>;
let close: () => Promise<void>;
const errors: Line[] = [];

async function* endless() {
  for (;;) {
    yield "data: 1\n\n";
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

beforeEach(async () => {
  lines = [];
  errors.length = 0;
  metrics = createMetrics();
  const log = createLogger("json", (line) => lines.push(JSON.parse(line)) > 0);
  const app = new Hono<RequestEnv>();
  app.onError(createErrorHandler({ ...log, error: (_message, details = {}) => void errors.push(details) }));
  app.use(observeRequests({ metrics: metrics.requests, accessLog: log }));
  app.use("/closed/*", () => {
    throw forbidden();
  });
  app.get("/closed/people/:id", (c) => c.text("never"));
  app.get("/people/:id", (c) => c.text("x".repeat(5_000)));
  app.get("/broken", () => {
    throw new Error("secret");
  });
  app.get("/events", () => eventStreamResponse(endless(), async () => true));
  app.all("*", (c) => c.text("nothing", 404));
  const server = createServer(getRequestListener(app.fetch)).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
});

afterEach(() => close());

/** The log has the line of a request only after its answer was sent. */
const lineOf = async (id: string | null) => {
  await expect.poll(() => lines.some(({ requestId }) => requestId === id)).toBe(true);
  return lines.find(({ requestId }) => requestId === id);
};

test("each request is one line with time, route and outcome, without personal data", async () => {
  const answer = await fetch(`${url}/people/zoe@exemple.fr?search=lefevre`);
  await answer.text();
  const line = await lineOf(answer.headers.get("x-request-id"));
  expect(line).toEqual({
    time: expect.any(String),
    level: "info",
    message: "request",
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    method: "GET",
    route: "/people/:id",
    status: 200,
    ms: expect.any(Number),
    bytes: expect.any(Number),
    aborted: false,
  });
  expect(line?.bytes).toBeGreaterThan(5_000);
  expect(line?.bytes).toBeLessThan(6_000);
  expect(JSON.stringify(lines)).not.toMatch(/zoe|lefevre|127\.0\.0\.1/);
});

test("each answer of a connection counts its own bytes", async () => {
  const sizes: unknown[] = [];
  for (let n = 0; n < 3; n += 1) {
    const answer = await fetch(`${url}/people/${n}`);
    await answer.text();
    sizes.push((await lineOf(answer.headers.get("x-request-id")))?.bytes);
  }
  expect(new Set(sizes).size).toBe(1);
});

test("a refused request counts under the endpoint's pattern, and unknown paths share one series", async () => {
  const refused = await fetch(`${url}/closed/people/zoe`);
  const unknown = await fetch(`${url}/wp-login.php`);
  expect(await lineOf(refused.headers.get("x-request-id"))).toMatchObject({
    route: "/closed/people/:id",
    status: 403,
  });
  expect(await lineOf(unknown.headers.get("x-request-id"))).toMatchObject({ route: "/*", status: 404 });
});

test("a fault has the same id in its answer, in the header, in the error log and in the access log", async () => {
  const answer = await fetch(`${url}/broken`);
  const { error } = (await answer.json()) as { error: { requestId: string } };
  expect(answer.headers.get("x-request-id")).toBe(error.requestId);
  expect(errors).toMatchObject([{ requestId: error.requestId }]);
  expect(await lineOf(error.requestId)).toMatchObject({ status: 500, route: "/broken" });
});

test("a client that goes away counts as aborted, and the duration histogram leaves event streams out", async () => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write("GET /events HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await once(socket, "data");
  socket.destroy();
  await expect.poll(() => lines.at(-1)).toMatchObject({ route: "/events", status: 200, aborted: true });
  const text = await metrics.registry.metrics();
  expect(text).toContain("tenue_http_requests_aborted_total 1");
  expect(text).toContain("tenue_http_requests_in_flight 0");
  expect(text).not.toContain('route="/events"');
});

test("unsupported methods share one series", async () => {
  for (const method of ["PROPFIND", "MKCOL", "LOCK"]) await fetch(url, { method });
  await expect.poll(() => lines.length).toBe(3);
  expect(await metrics.registry.metrics()).toContain(
    'tenue_http_request_duration_seconds_count{method="other",route="/*",status="404"} 3',
  );
});
