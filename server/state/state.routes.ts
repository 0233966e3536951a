import { createRoute } from "@hono/zod-openapi";
import { clockConfirmationSchema, stateSchema } from "#contract/state.schema.ts";
import { requireRecentConfirmation, requireSuperAdmin } from "#server/lib/http/admin-guards.ts";
import { createApiRouter, jsonAnswer, jsonBody, problems } from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { confirmClock } from "#server/upkeep/upkeep-clock.service.ts";
import { lookAtState, type StateDeps, toState } from "./state.service.ts";

const lookRoute = createRoute({
  method: "get",
  path: "/api/admin/state",
  tags: ["State"],
  summary: "How this installation is: database, disk, clock, secrets, mail, DNS, proxy, backups, versions",
  middleware: [requireSuperAdmin],
  responses: { 200: jsonAnswer(stateSchema, "Each row, and how to mend it"), ...problems(401, 403) },
});

const confirmClockRoute = createRoute({
  method: "post",
  path: "/api/admin/state/clock",
  tags: ["State"],
  summary:
    "Confirm the server's clock after a jump: deletions by time go on. Super administrators, after a recent confirmation",
  middleware: [requireSuperAdmin, requireRecentConfirmation, limitBody()] as const,
  request: jsonBody(clockConfirmationSchema),
  responses: { 204: { description: "Confirmed" }, ...problems(400, 401, 403, 409, 413) },
});

export function stateRoutes(deps: StateDeps) {
  return createApiRouter()
    .openapi(lookRoute, async (c) => c.json(toState(await lookAtState(deps), deps.now()), 200))
    .openapi(confirmClockRoute, async (c) => {
      await confirmClock(deps, { ...c.req.valid("json"), actor: c.var.admin.email });
      return c.body(null, 204);
    });
}
