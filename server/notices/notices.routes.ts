import { createRoute } from "@hono/zod-openapi";
import { noticeListSchema, noticeParamsSchema } from "#contract/notices.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { requireSuperAdmin } from "#server/lib/http/admin-guards.ts";
import { createApiRouter, jsonAnswer, problems } from "#server/lib/http/api-router.ts";
import { dismissNotice, listNotices } from "./notices.service.ts";

const tags = ["Notices"];

const listRoute = createRoute({
  method: "get",
  path: "/api/admin/notices",
  tags,
  summary: "What super administrators have to know and this one has not dismissed, newest first",
  middleware: [requireSuperAdmin],
  responses: { 200: jsonAnswer(noticeListSchema, "The notices"), ...problems(401, 403) },
});

const dismissRoute = createRoute({
  method: "delete",
  path: "/api/admin/notices/{id}",
  tags,
  summary: "Dismiss a notice, for oneself alone",
  middleware: [requireSuperAdmin],
  request: { params: noticeParamsSchema },
  responses: { 204: { description: "Dismissed" }, ...problems(400, 401, 403, 404) },
});

export function noticesRoutes({ db }: AppDependencies) {
  return createApiRouter()
    .openapi(listRoute, async (c) => c.json({ items: await listNotices(db, c.var.admin.id) }, 200))
    .openapi(dismissRoute, async (c) => {
      await dismissNotice(db, { noticeId: c.req.valid("param").id, adminId: c.var.admin.id });
      return c.body(null, 204);
    });
}
