import type { MiddlewareHandler } from "hono";
import { within } from "#server/lib/within.ts";

/**
 * Answers 503 when nothing else has after `ms`: visitors never wait for a database that went silent. What was begun goes on;
 * a request that is sent again with its Idempotency-Key finds what became of it.
 */
export function answerWithin(ms: number): MiddlewareHandler {
  return (_c, next) => within(ms, next());
}
