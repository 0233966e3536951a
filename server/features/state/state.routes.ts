import { createRoute } from "@hono/zod-openapi";
import { stateSchema } from "#contract/state.schema.ts";
import { requireSuperAdmin } from "#server/lib/http/admin-guards.ts";
import { createApiRouter, jsonAnswer, problems } from "#server/lib/http/api-router.ts";
import { lookAtState, type StateDeps, toState } from "./state.service.ts";
import { french } from "./texts/french.ts";

const route = createRoute({
  method: "get",
  path: "/api/admin/state",
  tags: ["State"],
  summary: "How this installation is: database, disk, clock, secrets, mail, DNS, proxy, backups, versions",
  middleware: [requireSuperAdmin],
  responses: { 200: jsonAnswer(stateSchema, "Each row, and how to mend it"), ...problems(401, 403) },
});

export function stateRoutes(deps: StateDeps) {
  return createApiRouter().openapi(route, async (c) =>
    c.json(toState(await lookAtState(deps), french, deps.now()), 200),
  );
}
