import { createRoute } from "@hono/zod-openapi";
import { confirmIdentitySchema, identityConfirmedSchema } from "#contract/account.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { requireRecentConfirmation } from "#server/lib/http/admin-guards.ts";
import { createApiRouter, jsonAnswer, jsonBody, problems } from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { confirmIdentity } from "./confirmation.service.ts";
import { requireAdmin } from "./require-admin.ts";

const confirmPath = "/api/auth/confirm-password";

const confirmRoute = createRoute({
  method: "post",
  path: confirmPath,
  tags: ["Sign-in"],
  summary:
    "Password, and second factor when it is on, once more: opens for ten minutes what answers 403 reauthentication_required",
  middleware: [limitBody()],
  request: jsonBody(confirmIdentitySchema),
  responses: { 200: jsonAnswer(identityConfirmedSchema, "Confirmed"), ...problems(400, 401, 429) },
});

const stateRoute = createRoute({
  method: "get",
  path: "/api/admin/me/confirmation",
  tags: ["Own account"],
  summary: "Whether what is protected is open now; for what a browser fetches by itself, like a download",
  middleware: [requireRecentConfirmation],
  responses: { 204: { description: "It is" }, ...problems(401, 403) },
});

/** Giving password and second factor again within a session. */
export function confirmationRoutes(deps: AppDependencies) {
  const router = createApiRouter();
  router.use(confirmPath, requireAdmin(deps));
  return router
    .openapi(confirmRoute, async (c) => {
      const confirmedUntil = await confirmIdentity(deps, { ...c.req.valid("json"), admin: c.var.admin });
      return c.json({ confirmedUntil: confirmedUntil.toISOString() }, 200);
    })
    .openapi(stateRoute, (c) => c.body(null, 204));
}
