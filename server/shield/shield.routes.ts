import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { forceShieldSchema, shieldSchema } from "#contract/shield.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import {
  createApiRouter,
  jsonBody,
  jsonResponse,
  problems,
  requireSuperAdmin,
} from "#server/lib/http/api-router.ts";
import { createClientNetworks } from "#server/lib/http/client-address.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import type { SentForm, Shield } from "./shield.service.ts";

const path = "/api/admin/shield";
const tags = ["shield"];

const reportRoute = createRoute({
  method: "get",
  path,
  tags,
  summary: "Get the state of the protection against robots, with its counts",
  responses: { 200: jsonResponse(shieldSchema, "State and counts"), ...problems(401) },
});

const forceRoute = createRoute({
  method: "put",
  path,
  tags,
  summary: "Force a state of the protection, or return to the measured one (super administrators)",
  middleware: [requireSuperAdmin, limitBody()] as const,
  request: jsonBody(forceShieldSchema),
  responses: { 200: jsonResponse(shieldSchema, "State and counts"), ...problems(400, 401, 403, 413) },
});

/** Routes with which administrators see and change the defence against robots. */
export function shieldRoutes(shield: Shield) {
  return createApiRouter()
    .openapi(reportRoute, async (c) => c.json(await shield.report(), 200))
    .openapi(forceRoute, async (c) => {
      return c.json(await shield.force(c.req.valid("json"), c.var.admin.email), 200);
    });
}

type Counter = (c: Context) => Promise<void>;

/** Counts an attempt to sign up for each network of its client. @throws ApiError 429 beyond the limit */
export function createAttemptCounter(
  { config }: Pick<AppDependencies, "config">,
  shield: Shield,
  channel: Pick<SentForm, "scripted">,
): Counter {
  const networks = createClientNetworks(config.trustProxy);
  return (c) => shield.admitAttempt(networks(c), channel);
}

/** Middleware that counts attempts to sign up, and refuses attempts beyond the limit with 429 and Retry-After. */
export function limitAttempts(...given: Parameters<typeof createAttemptCounter>) {
  const count = createAttemptCounter(...given);
  return createMiddleware(async (c, next) => {
    await count(c);
    await next();
  });
}
