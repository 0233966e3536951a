import type { MiddlewareHandler } from "hono";
import { within } from "#server/lib/within.ts";

/**
 * Answers 503 after `ms`, so that visitors never wait for a silent database. The handler continues; a retry with the same
 * Idempotency-Key gets its outcome.
 */
export function answerWithin(ms: number): MiddlewareHandler {
  return (_c, next) => within(ms, next());
}
