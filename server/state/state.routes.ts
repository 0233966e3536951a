import { createRoute } from "@hono/zod-openapi";
import { dashboardSchema } from "#contract/dashboard.schema.ts";
import { clockConfirmationSchema, stateSchema } from "#contract/state.schema.ts";
import { noticeParamsSchema, toDoSchema } from "#contract/to-do.schema.ts";
import {
  createApiRouter,
  jsonBody,
  jsonResponse,
  problems,
  requireRecentConfirmation,
  requireSuperAdmin,
} from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { dismissNotice } from "#server/notices/notices.service.ts";
import { confirmClock } from "#server/upkeep/clock.service.ts";
import { type DashboardDeps, getDashboard } from "./dashboard.service.ts";
import { checkState, toState } from "./state.service.ts";
import { createToDo, type ToDoDeps } from "./to-do.service.ts";

const tags = ["state"];

const dashboardRoute = createRoute({
  method: "get",
  path: "/api/admin/dashboard",
  tags,
  summary: "Get the dashboard: counters, open tasks, campaigns, the protection against robots",
  responses: { 200: jsonResponse(dashboardSchema, "The dashboard"), ...problems(401) },
});

const toDoRoute = createRoute({
  method: "get",
  path: "/api/admin/to-do",
  tags,
  summary:
    "List open tasks: steps before the opening; for super administrators also faults, samples and their notices",
  responses: { 200: jsonResponse(toDoSchema, "Each row, done steps included"), ...problems(401) },
});

const dismissRoute = createRoute({
  method: "delete",
  path: "/api/admin/to-do/{id}",
  tags,
  summary: "Dismiss a notice for oneself",
  middleware: [requireSuperAdmin],
  request: { params: noticeParamsSchema },
  responses: { 204: { description: "Dismissed" }, ...problems(400, 401, 403, 404) },
});

const lookRoute = createRoute({
  method: "get",
  path: "/api/admin/state",
  tags,
  summary: "Check the installation: database, disk, clock, secrets, mail, DNS, proxy, backups, versions",
  middleware: [requireSuperAdmin],
  responses: { 200: jsonResponse(stateSchema, "Each row, and how to mend it"), ...problems(401, 403) },
});

const confirmClockRoute = createRoute({
  method: "post",
  path: "/api/admin/state/clock",
  tags,
  summary:
    "Confirm the server's clock after a jump, which resumes deletions by time and scheduled mail. Super administrators, after a recent confirmation",
  middleware: [requireSuperAdmin, requireRecentConfirmation, limitBody()] as const,
  request: jsonBody(clockConfirmationSchema),
  responses: { 204: { description: "Confirmed" }, ...problems(400, 401, 403, 409, 413) },
});

export function stateRoutes(deps: ToDoDeps & DashboardDeps) {
  const listToDo = createToDo(deps);
  return createApiRouter()
    .openapi(dashboardRoute, async (c) => {
      return c.json(await getDashboard({ ...deps, listToDo }, c.var.admin), 200);
    })
    .openapi(toDoRoute, async (c) => c.json({ rows: await listToDo(c.var.admin) }, 200))
    .openapi(dismissRoute, async (c) => {
      await dismissNotice(deps.db, { noticeId: c.req.valid("param").id, adminId: c.var.admin.id });
      return c.body(null, 204);
    })
    .openapi(lookRoute, async (c) => c.json(toState(await checkState(deps), deps.now()), 200))
    .openapi(confirmClockRoute, async (c) => {
      await confirmClock(deps, { ...c.req.valid("json"), actor: c.var.admin.email });
      return c.body(null, 204);
    });
}
