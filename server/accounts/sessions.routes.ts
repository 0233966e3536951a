import { createRoute } from "@hono/zod-openapi";
import { ownSessionListSchema, sessionLifeSchema } from "#contract/account.schema.ts";
import { accountParamsSchema } from "#contract/admins.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createApiRouter, jsonAnswer, problems } from "#server/lib/http/api-router.ts";
import { findSessionsOf } from "./sessions.queries.ts";
import { toOwnSession, toSessionLife } from "./sessions.rules.ts";
import { endOtherSessions, endOwnSession, keepSession } from "./sessions.service.ts";

const tags = ["Own account"];

const listSessionsRoute = createRoute({
  method: "get",
  path: "/api/admin/me/sessions",
  tags,
  summary: "The own sessions, last used first",
  responses: { 200: jsonAnswer(ownSessionListSchema, "The sessions"), ...problems(401) },
});

const keepSessionRoute = createRoute({
  method: "post",
  path: "/api/admin/me/session",
  tags,
  summary: "Stay signed in: the current session's end moves away, up to its longest life",
  responses: { 200: jsonAnswer(sessionLifeSchema, "How the session goes on"), ...problems(401) },
});

const endSessionRoute = createRoute({
  method: "delete",
  path: "/api/admin/me/sessions/{id}",
  tags,
  summary: "End one of the own sessions",
  request: { params: accountParamsSchema },
  responses: { 204: { description: "Done" }, ...problems(400, 401, 404) },
});

const endOtherSessionsRoute = createRoute({
  method: "delete",
  path: "/api/admin/me/sessions",
  tags,
  summary: "End all own sessions but this one",
  responses: { 204: { description: "Done" }, ...problems(401) },
});

export function sessionsRoutes(deps: AppDependencies) {
  return createApiRouter()
    .openapi(listSessionsRoute, async (c) => {
      const { id, sessionId } = c.var.admin;
      const sessions = await findSessionsOf(deps.db, id, deps.now());
      return c.json({ items: sessions.map((session) => toOwnSession(session, sessionId)) }, 200);
    })
    .openapi(keepSessionRoute, async (c) => {
      const now = deps.now();
      const sessionEndsAt = await keepSession(deps.db, c.var.admin, now);
      return c.json(toSessionLife({ ...c.var.admin, sessionEndsAt }, now), 200);
    })
    .openapi(endSessionRoute, async (c) => {
      await endOwnSession(deps, { ...c.req.valid("param"), admin: c.var.admin });
      return c.body(null, 204);
    })
    .openapi(endOtherSessionsRoute, async (c) => {
      await endOtherSessions(deps, { admin: c.var.admin });
      return c.body(null, 204);
    });
}
