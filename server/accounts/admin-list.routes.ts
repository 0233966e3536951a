import { createRoute } from "@hono/zod-openapi";
import { accountParamsSchema, adminListSchema } from "#contract/admins.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { requireRecentConfirmation, requireSuperAdmin } from "#server/lib/http/admin-guards.ts";
import { createApiRouter, jsonAnswer, problems } from "#server/lib/http/api-router.ts";
import { findAdmins } from "./admins.queries.ts";
import { removeAdmin } from "./admins.service.ts";
import { toAdmin } from "./admins.view.ts";

const tags = ["Administrators"];

const listRoute = createRoute({
  method: "get",
  path: "/api/admin/admins",
  tags,
  summary: "All administrators, by e-mail",
  middleware: [requireSuperAdmin],
  responses: { 200: jsonAnswer(adminListSchema, "The administrators"), ...problems(401, 403) },
});

const removeRoute = createRoute({
  method: "delete",
  path: "/api/admin/admins/{id}",
  tags,
  summary: "Delete an administrator and end their sessions",
  middleware: [requireSuperAdmin, requireRecentConfirmation],
  request: { params: accountParamsSchema },
  responses: { 204: { description: "Deleted" }, ...problems(400, 401, 403, 404, 409) },
});

export function adminListRoutes(deps: AppDependencies) {
  return createApiRouter()
    .openapi(listRoute, async (c) => {
      const admins = await findAdmins(deps.db);
      return c.json({ items: admins.map(toAdmin) }, 200);
    })
    .openapi(removeRoute, async (c) => {
      await removeAdmin(deps, { ...c.req.valid("param"), admin: c.var.admin });
      return c.body(null, 204);
    });
}
