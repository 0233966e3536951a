import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { type ApiProblem, type ErrorCode, messages, requestMessages } from "#contract/errors.ts";
import { isDatabaseUnavailable } from "#server/lib/database/database-errors.ts";
import type { Logger } from "#server/lib/logger.ts";
import { ApiError, type BesideError, unavailable } from "./errors.ts";
import type { RequestEnv } from "./observe-requests.ts";

/**
 * Answers every error in the form of the contract. Server errors are logged under the request's id, which the answer
 * has, too. The answer reveals no other internal detail.
 */
export function createErrorHandler(log: Logger) {
  return (error: Error, c: Context): Response => {
    if (error instanceof ApiError && error.status < 500) return problem(c, error.status, error);
    if (error instanceof HTTPException && error.status < 500) return httpException(c, error);
    if (isClientDisconnected(error, c))
      return problem(c, 400, { code: "invalid_request", message: messages.invalid });
    const { requestId } = (c as Context<RequestEnv>).var;
    log.error("request failed", { requestId, method: c.req.method, route: c.req.routePath, error });
    const { status, code, message, fields, headers } = faultOf(error);
    return problem(c, status, { code, message, fields, headers, requestId });
  };
}

/** True when the client disconnected before its body was complete: no fault of the server, and no client reads the answer. */
function isClientDisconnected(error: Error & { code?: unknown }, c: Context): boolean {
  return error.code === "ECONNRESET" && error.message === "aborted" && c.req.raw.signal.aborted;
}

function faultOf(error: Error): Problem & { status: number } {
  if (error instanceof ApiError) return error;
  return isDatabaseUnavailable(error) ? unavailable() : internal;
}

const internal = { status: 500, code: "internal", message: messages.internal } as const;

type Problem = {
  code: ErrorCode;
  message: string;
  fields?: Record<string, string> | undefined;
  requestId?: string;
  headers?: Record<string, string> | undefined;
  beside?: BesideError;
};

function problem(
  c: Context,
  status: number,
  { code, message, fields, requestId, headers = {}, beside = {} }: Problem,
): Response {
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  const error: ApiProblem["error"] = {
    code,
    message,
    ...(fields && { fields }),
    ...(requestId && { requestId }),
  };
  return c.json({ error, ...beside } satisfies ApiProblem, status as 500);
}

/** Converts errors that Hono itself throws, for example for unreadable JSON. */
function httpException(c: Context, { status }: HTTPException): Response {
  if (status === 413)
    return problem(c, 413, { code: "payload_too_large", message: requestMessages.payloadTooLarge });
  return problem(c, status, { code: "invalid_request", message: messages.invalid });
}
