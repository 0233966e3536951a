import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { expect, test } from "vitest";
import { messages } from "#contract/errors.ts";
import { createLogger } from "#server/lib/logger.ts";
import { createMetrics } from "#server/lib/metrics/metrics.ts";
import { createErrorHandler } from "./error-handler.ts";
import { ApiError, conflict, unavailable } from "./errors.ts";
import { observeRequests, type RequestEnv } from "./observe-requests.ts";

async function answerTo(error: Error) {
  const lines: string[] = [];
  const app = new Hono<RequestEnv>();
  app.use(observeRequests({ metrics: createMetrics().requests, accessLog: null }));
  app.onError(createErrorHandler(createLogger("json", (line) => lines.push(line) > 0)));
  app.get("/people/:email", () => {
    throw error;
  });
  const answer = await app.request("/people/zoe@exemple.fr?search=lefevre");
  return { answer, body: await answer.json(), lines };
}

test.each<[string, Error, number, string, string]>([
  ["a fault of ours", new TypeError("secret of the inside"), 500, "internal", messages.internal],
  [
    "a fault of the framework",
    new HTTPException(500, { message: "secret" }),
    500,
    "internal",
    messages.internal,
  ],
  ["an overload", unavailable(), 503, "unavailable", messages.unavailable],
  [
    "a lost database",
    Object.assign(new Error("secret"), { code: "57P01" }),
    503,
    "unavailable",
    messages.unavailable,
  ],
  [
    "a mail server that fails",
    new ApiError(502, "email_failed", "L’envoi a échoué."),
    502,
    "email_failed",
    "L’envoi a échoué.",
  ],
])(
  "%s is a French sentence with the id under which it is logged, and no more",
  async (_, error, status, code, message) => {
    const { answer, body, lines } = await answerTo(error);
    const requestId = answer.headers.get("x-request-id");
    expect(answer.status).toBe(status);
    expect(body).toEqual({ error: { code, message, requestId } });
    expect(answer.headers.get("retry-after")).toBe(status === 503 ? "2" : null);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ requestId, method: "GET", route: "/people/:email" });
    expect(lines[0]).not.toMatch(/zoe|lefevre/);
  },
);

test("an error that the client can correct is answered without an id in its body, and not logged", async () => {
  const { answer, body, lines } = await answerTo(conflict("Trop tard."));
  expect(answer.status).toBe(409);
  expect(body).toEqual({ error: { code: "conflict", message: "Trop tard." } });
  expect(lines).toEqual([]);
});

test.each(["content-length: 100", "transfer-encoding: chunked"])(
  "a client that hangs up in the middle of its body (%s) is not logged as an error",
  async (header) => {
    const lines: string[] = [];
    const ended = Promise.withResolvers<number>();
    const app = new Hono();
    const handle = createErrorHandler(createLogger("json", (line) => lines.push(line) > 0));
    app.onError((error, c) => {
      const answer = handle(error, c);
      ended.resolve(answer.status);
      return answer;
    });
    app.post("/", async (c) => c.json(await c.req.json()));
    const server = createServer(getRequestListener(app.fetch)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.write(`POST / HTTP/1.1\r\nhost: localhost\r\n${header}\r\n\r\n5\r\n{"a":`);
    await once(server, "request");
    socket.destroy();
    expect(await ended.promise).toBe(400);
    expect(lines).toEqual([]);
    server.close();
  },
);
