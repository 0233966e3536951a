import { createRoute } from "@hono/zod-openapi";
import { changePasswordSchema } from "#contract/account.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { requireRecentConfirmation } from "#server/lib/http/admin-guards.ts";
import { createApiRouter, jsonBody, problems } from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { changePassword } from "./passwords.service.ts";
import { setSessionCookie } from "./session-token.ts";
import { userAgentOf } from "./user-agent.ts";

const changeRoute = createRoute({
  method: "post",
  path: "/api/admin/me/password",
  tags: ["Own account"],
  summary: "Change the own password; other sessions end",
  middleware: [requireRecentConfirmation, limitBody()],
  request: jsonBody(changePasswordSchema),
  responses: { 204: { description: "Done" }, ...problems(400, 401, 403, 429) },
});

export function ownPasswordRoutes(deps: AppDependencies) {
  return createApiRouter().openapi(changeRoute, async (c) => {
    const change = { ...c.req.valid("json"), admin: c.var.admin, userAgent: userAgentOf(c) };
    await setSessionCookie(c, await changePassword(deps, change), deps.config);
    return c.body(null, 204);
  });
}
