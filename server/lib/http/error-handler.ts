import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ApiProblem, ErrorCode } from "#contract/errors.ts";
import { messages } from "#contract/errors.ts";
import { isDatabaseUnavailable } from "#server/lib/database/database-errors.ts";
import type { Logger } from "#server/lib/logger.ts";
import { ApiError } from "./errors.ts";

/** Writes every error in the one form of the contract. What is unexpected is logged under a request id and says nothing of the inside. */
export function createErrorHandler(log: Logger) {
  return (error: Error, c: Context): Response => {
    if (error instanceof ApiError) return problem(c, error.status, error);
    if (error instanceof HTTPException) return httpException(c, error);
    const requestId = randomUUID();
    log.error("request failed", { requestId, method: c.req.method, route: c.req.routePath, error });
    if (isDatabaseUnavailable(error)) {
      c.header("Retry-After", "2");
      return problem(c, 503, { code: "unavailable", message: messages.unavailable, requestId });
    }
    return problem(c, 500, { code: "internal", message: messages.internal, requestId });
  };
}

type Problem = {
  code: ErrorCode;
  message: string;
  fields?: Record<string, string> | undefined;
  requestId?: string;
  headers?: Record<string, string>;
};

function problem(
  c: Context,
  status: number,
  { code, message, fields, requestId, headers = {} }: Problem,
): Response {
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  const error: ApiProblem["error"] = {
    code,
    message,
    ...(fields && { fields }),
    ...(requestId && { requestId }),
  };
  return c.json({ error } satisfies ApiProblem, status as 500);
}

/** What Hono itself throws: unreadable JSON and the like. */
function httpException(c: Context, error: HTTPException): Response {
  if (error.status === 413)
    return problem(c, 413, { code: "payload_too_large", message: messages.payloadTooLarge });
  if (error.status >= 500) return problem(c, 500, { code: "internal", message: messages.internal });
  return problem(c, error.status, { code: "invalid_request", message: messages.invalid });
}
