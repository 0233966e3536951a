import { createRoute } from "@hono/zod-openapi";
import { forceShieldSchema, shieldSchema } from "#contract/shield.schema.ts";
import { requireSuperAdmin } from "#server/lib/http/admin-guards.ts";
import { createApiRouter, jsonAnswer, jsonBody, problems } from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import type { Shield } from "./shield.service.ts";

const path = "/api/admin/shield";
const tags = ["shield"];

const reportRoute = createRoute({
  method: "get",
  path,
  tags,
  summary: "How much the site defends itself against robots, and the figures behind it",
  responses: { 200: jsonAnswer(shieldSchema, "State and figures"), ...problems(401) },
});

const forceRoute = createRoute({
  method: "put",
  path,
  tags,
  summary: "Force a state, or leave it to the figures again (super administrators)",
  middleware: [requireSuperAdmin, limitBody()] as const,
  request: jsonBody(forceShieldSchema),
  responses: { 200: jsonAnswer(shieldSchema, "State and figures"), ...problems(400, 401, 403, 413) },
});

/** The defence against robots as administrators see it. */
export function shieldRoutes(shield: Shield) {
  return createApiRouter()
    .openapi(reportRoute, async (c) => c.json(await shield.report(), 200))
    .openapi(forceRoute, async (c) => {
      return c.json(await shield.force(c.req.valid("json"), c.var.admin.email), 200);
    });
}
