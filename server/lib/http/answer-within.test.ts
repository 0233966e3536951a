import { Hono } from "hono";
import { expect, test } from "vitest";
import { silentLogger } from "#server/lib/logger.ts";
import { answerWithin } from "./answer-within.ts";
import { createErrorHandler } from "./error-handler.ts";

function appThatTakes(work: Promise<unknown>) {
  const app = new Hono();
  app.onError(createErrorHandler(silentLogger));
  app.use(answerWithin(20));
  app.get("/", async (c) => c.json({ done: await work }));
  return app;
}

test("a handler that takes too long is answered 503, to be tried again", async () => {
  const work = Promise.withResolvers<string>();
  const answer = await appThatTakes(work.promise).request("/");
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
  work.resolve("late"); // after the deadline
});

test("a handler that ends in time keeps its answer, be it a success or a failure", async () => {
  expect(await (await appThatTakes(Promise.resolve("soon")).request("/")).json()).toEqual({ done: "soon" });
  expect((await appThatTakes(Promise.reject(new TypeError("ours"))).request("/")).status).toBe(500);
});
