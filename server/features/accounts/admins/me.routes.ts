import { createRoute } from "@hono/zod-openapi";
import { meSchema } from "#contract/account.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createApiRouter, jsonAnswer, problems } from "#server/lib/http/api-router.ts";
import { isTwoFactorEnabled } from "./admins.repository.ts";

const meRoute = createRoute({
  method: "get",
  path: "/api/admin/me",
  tags: ["Own account"],
  summary: "The current administrator",
  responses: { 200: jsonAnswer(meSchema, "The administrator"), ...problems(401) },
});

export function meRoutes({ db }: Pick<AppDependencies, "db">) {
  return createApiRouter().openapi(meRoute, async (c) => {
    const { id, email, isSuperAdmin } = c.var.admin;
    return c.json({ id, email, isSuperAdmin, twoFactorEnabled: await isTwoFactorEnabled(db, id) }, 200);
  });
}
