import { createRoute } from "@hono/zod-openapi";
import {
  createdTokenSchema,
  createTokenSchema,
  tokenIdSchema,
  tokenListSchema,
} from "#contract/api-tokens.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import {
  createApiRouter,
  jsonBody,
  jsonResponse,
  problems,
  requireRecentConfirmation,
  requireSuperAdmin,
} from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { createToken, listTokens, revokeToken } from "./api-tokens.service.ts";

const tags = ["api-tokens"];

const listTokensRoute = createRoute({
  method: "get",
  path: "/api/admin/tokens",
  tags,
  summary: "List the tokens of the API, newest first",
  middleware: [requireSuperAdmin],
  responses: {
    200: jsonResponse(tokenListSchema, "The tokens, without their secret"),
    ...problems(401, 403),
  },
});

const createTokenRoute = createRoute({
  method: "post",
  path: "/api/admin/tokens",
  tags,
  summary: "Make a token, which is shown this once",
  middleware: [requireSuperAdmin, requireRecentConfirmation, limitBody()],
  request: jsonBody(createTokenSchema),
  responses: { 201: jsonResponse(createdTokenSchema, "Made"), ...problems(400, 401, 403, 409) },
});

const revokeTokenRoute = createRoute({
  method: "delete",
  path: "/api/admin/tokens/{id}",
  tags,
  summary: "Revoke a token",
  middleware: [requireSuperAdmin, requireRecentConfirmation],
  request: { params: tokenIdSchema },
  responses: { 204: { description: "Revoked" }, ...problems(400, 401, 403, 404) },
});

export function apiTokensRoutes(deps: AppDependencies) {
  return createApiRouter()
    .openapi(listTokensRoute, async (c) => c.json({ items: await listTokens(deps) }, 200))
    .openapi(createTokenRoute, async (c) => {
      return c.json(await createToken(deps, { ...c.req.valid("json"), admin: c.var.admin }), 201);
    })
    .openapi(revokeTokenRoute, async (c) => {
      await revokeToken(deps, { ...c.req.valid("param"), admin: c.var.admin });
      return c.body(null, 204);
    });
}
