import { OpenAPIHono } from "@hono/zod-openapi";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import { type TokenScope, tokenMessages } from "#contract/api-tokens.ts";
import { messages } from "#contract/errors.ts";
import { forbidden, invalid, reauthenticationRequired } from "./errors.ts";
import type { RequestEnv } from "./observe-requests.ts";

// Replaces the default message of every schema: zod's own messages are English and mention types.
z.config({ customError: () => messages.invalid });

/** The signed-in administrator; `requireAdmin` sets it before any route under /api/admin runs. */
export type CurrentAdmin = {
  id: string;
  email: string;
  isSuperAdmin: boolean;
  sessionId: string;
  /** When the session ends unless it is used again. */
  sessionEndsAt: Date;
  /** When the session ends even if it is used. */
  sessionEndsAtLatest: Date;
  /** True when the administrator signed in, or confirmed with a password, within the last minutes. */
  recentlyConfirmed: boolean;
};

/** The token of a call under /api/v1; `authenticateTokens` sets it before any of its routes runs. */
export type CurrentToken = { id: string; name: string; scopes: TokenScope[] };

export type ApiEnv = { Variables: { admin: CurrentAdmin; token: CurrentToken } & RequestEnv["Variables"] };

/** A router whose schemas answer 400 with a message per field. Every feature's routes are built on one. */
export function createApiRouter() {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (!result.success) throw invalid(fieldMessages(result.error));
    },
  });
}

/** More messages would not help, and listing thousands would take longer than the request. */
const namedFieldsMax = 50;

/**
 * The first message of each field, by path ("email", "responses.<id>"). An unknown key has a message under its name. Problems of the whole
 * body are left out.
 */
export function fieldMessages(error: z.core.$ZodError): Record<string, string> {
  // A map, because a visitor may name a field "constructor" or "__proto__".
  const fields = new Map<string, string>();
  const add = (path: PropertyKey[], message: string) => {
    const field = path.join(".");
    if (field !== "" && fields.size < namedFieldsMax && !fields.has(field)) fields.set(field, message);
  };
  for (const issue of error.issues) {
    if (fields.size === namedFieldsMax) break;
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys.slice(0, namedFieldsMax)) add([...issue.path, key], messages.unknownField);
    } else {
      add(issue.path, issue.message);
    }
  }
  return Object.fromEntries(fields);
}

/** The description of a JSON answer in a route's `responses`. */
export function jsonResponse<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { "application/json": { schema } } };
}

/** The description of a JSON body in a route's `request`. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { body: { required: true, content: { "application/json": { schema } } } };
}

/** The description of a JSON body that may be missing; after `emptyIsNothing`. */
export function optionalBody<Schema extends z.ZodType>(schema: Schema) {
  return { body: { required: false, content: { "application/json": { schema } } } };
}

/** Treats an empty body with the content type JSON like a missing body. */
export const emptyIsNothing = createMiddleware(async (c, next) => {
  if ((await c.req.text()) === "") Object.assign(c.req.bodyCache, { text: Promise.resolve("{}") });
  await next();
});

const problemSchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    requestId: z.string().optional(),
  }),
});

/** The errors that a route may answer, for its OpenAPI description: `...problems(400, 401)`. */
export function problems<Status extends number>(...statuses: Status[]) {
  const entries = statuses.map((status) => [
    status,
    jsonResponse(problemSchema, problemNames[status] ?? "Error"),
  ]);
  return Object.fromEntries(entries) as Record<Status, ReturnType<typeof jsonResponse<typeof problemSchema>>>;
}

/** The answer to a save that started from an earlier version; `schema` describes the saved resource. */
export function staleResponse<Schema extends z.ZodType>(schema: Schema) {
  return { 409: jsonResponse(problemSchema.extend({ current: schema }), "Saved by another admin meanwhile") };
}

const problemNames: Record<number, string> = {
  400: "Invalid request",
  401: "No session or token",
  403: "Not allowed",
  404: "Not found",
  409: "Conflict",
  410: "Gone",
  413: "Too large",
  429: "Too many requests",
  502: "Not taken by the mail server",
  503: "Not available for the moment",
};

/** Must follow `requireAdmin`: 403 unless the admin is a super administrator. */
export const requireSuperAdmin = createMiddleware<ApiEnv>(async (c, next) => {
  if (!c.var.admin?.isSuperAdmin) throw forbidden();
  await next();
});

/**
 * Must follow `requireAdmin`. Protects actions that need more than an open browser: 403 unless the administrator
 * signed in, or gave password and second factor again, within the last ten minutes.
 */
export const requireRecentConfirmation = createMiddleware<ApiEnv>(async (c, next) => {
  ensureRecentlyConfirmed(c.var.admin);
  await next();
});

/** The check of `requireRecentConfirmation` for routes whose body decides if it is needed. @throws ApiError 403 */
export function ensureRecentlyConfirmed({
  recentlyConfirmed,
}: Pick<CurrentAdmin, "recentlyConfirmed">): void {
  if (!recentlyConfirmed) throw reauthenticationRequired();
}

/** For every route under /api/v1: 403 unless its token has the scope. */
export function requireToken(scope: TokenScope) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (!c.var.token?.scopes.includes(scope)) throw forbidden(tokenMessages.outOfScope(scope));
    await next();
  });
}
