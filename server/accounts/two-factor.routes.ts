import { createRoute } from "@hono/zod-openapi";
import {
  confirmPasswordSchema,
  recoveryCodesSchema,
  stopTwoFactorSchema,
  twoFactorStartSchema,
} from "#contract/account.schema.ts";
import { verifyCodeSchema } from "#contract/admins.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import {
  createApiRouter,
  jsonBody,
  jsonResponse,
  problems,
  requireRecentConfirmation,
} from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { createRequestIdentity, userAgentOf } from "./request-identity.ts";
import { confirmTwoFactor, renewRecoveryCodes, startTwoFactor, stopTwoFactor } from "./two-factor.service.ts";

const tags = ["account"];
const noContent = { 204: { description: "Done" } };

const startTwoFactorRoute = createRoute({
  method: "post",
  path: "/api/admin/me/two-factor",
  tags,
  summary: "First step of two-factor sign-in: the app's secret and the recovery codes",
  middleware: [limitBody()],
  request: jsonBody(confirmPasswordSchema),
  responses: { 200: jsonResponse(twoFactorStartSchema, "To be confirmed"), ...problems(400, 401, 409, 429) },
});

const confirmTwoFactorRoute = createRoute({
  method: "post",
  path: "/api/admin/me/two-factor/confirmation",
  tags,
  summary: "Second step of two-factor sign-in: a code of the app",
  middleware: [limitBody()],
  request: jsonBody(verifyCodeSchema),
  responses: { ...noContent, ...problems(400, 401, 409, 429) },
});

const stopTwoFactorRoute = createRoute({
  method: "post",
  path: "/api/admin/me/two-factor/deactivation",
  tags,
  summary: "Switch two-factor sign-in off, with the password and a code",
  middleware: [requireRecentConfirmation, limitBody()],
  request: jsonBody(stopTwoFactorSchema),
  responses: { ...noContent, ...problems(400, 401, 403, 409, 429) },
});

const recoveryCodesRoute = createRoute({
  method: "post",
  path: "/api/admin/me/two-factor/recovery-codes",
  tags,
  summary: "Make new recovery codes; older ones end",
  middleware: [requireRecentConfirmation, limitBody()],
  request: jsonBody(confirmPasswordSchema),
  responses: { 200: jsonResponse(recoveryCodesSchema, "The codes"), ...problems(400, 401, 403, 409, 429) },
});

export function twoFactorRoutes(deps: AppDependencies) {
  const identity = createRequestIdentity(deps);
  return createApiRouter()
    .openapi(startTwoFactorRoute, async (c) =>
      c.json(await startTwoFactor(deps, { ...c.req.valid("json"), admin: c.var.admin }), 200),
    )
    .openapi(confirmTwoFactorRoute, async (c) => {
      const own = { admin: c.var.admin, userAgent: userAgentOf(c) };
      const token = await confirmTwoFactor(deps, { ...own, ...c.req.valid("json") });
      await identity.setSession(c, { email: c.var.admin.email, token });
      return c.body(null, 204);
    })
    .openapi(stopTwoFactorRoute, async (c) => {
      const own = { admin: c.var.admin, userAgent: userAgentOf(c) };
      const token = await stopTwoFactor(deps, { ...own, ...c.req.valid("json") });
      await identity.setSession(c, { email: c.var.admin.email, token });
      return c.body(null, 204);
    })
    .openapi(recoveryCodesRoute, async (c) => {
      const request = { ...c.req.valid("json"), admin: c.var.admin };
      return c.json({ recoveryCodes: await renewRecoveryCodes(deps, request) }, 200);
    });
}
