import type { ApiProblem, ErrorCode } from "#contract/errors.ts";
import { messages, requestMessages } from "#contract/errors.ts";

/** The fields of the answer in addition to `error`. */
export type BesideError = Omit<ApiProblem, "error">;

type Status = 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 502 | 503;

/** An outcome that ends a request: a stable code, a status and a French sentence for the user. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: Status;
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly headers: Record<string, string>;
  readonly beside: BesideError;

  constructor(
    status: Status,
    code: ErrorCode,
    message: string,
    extra: { fields?: Record<string, string>; headers?: Record<string, string>; beside?: BesideError } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = extra.fields;
    this.headers = extra.headers ?? {};
    this.beside = extra.beside ?? {};
  }
}

export const notFound = (message: string = requestMessages.notFound) =>
  new ApiError(404, "not_found", message);
export const forbidden = (message: string = requestMessages.forbidden) =>
  new ApiError(403, "forbidden", message);
export const reauthenticationRequired = () =>
  new ApiError(403, "reauthentication_required", requestMessages.reauthenticationRequired);
export const conflict = (message: string) => new ApiError(409, "conflict", message);
/** @param current the current state, in the form of the route that reads it */
export const stale = (current: unknown, message: string) =>
  new ApiError(409, "stale", message, { beside: { current } });
export const unauthenticated = () => new ApiError(401, "unauthenticated", requestMessages.unauthenticated);
export const invalid = (fields: Record<string, string>) =>
  new ApiError(400, "invalid_request", messages.invalid, { fields });

/** @param seconds how long to wait, for the Retry-After header */
export const tooManyRequests = (seconds: number, message: string = requestMessages.tooManyRequests) =>
  new ApiError(429, "too_many_requests", message, {
    headers: { "Retry-After": String(Math.max(1, Math.ceil(seconds))) },
  });

/** The database cannot be reached, or the server is overloaded: the client may retry after a short time. */
export const unavailable = () =>
  new ApiError(503, "unavailable", messages.unavailable, { headers: { "Retry-After": "2" } });
