import { createRoute } from "@hono/zod-openapi";
import {
  changePasswordSchema,
  changePreferencesSchema,
  meSchema,
  ownSessionListSchema,
  sessionLifeSchema,
} from "#contract/account.schema.ts";
import { accountParamsSchema } from "#contract/admins.schema.ts";
import { unattendedHeader } from "#contract/sessions.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import {
  createApiRouter,
  jsonBody,
  jsonResponse,
  problems,
  requireRecentConfirmation,
} from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { findPreferences, isTwoFactorEnabled, savePreferences } from "./admins.queries.ts";
import { changePassword } from "./passwords.service.ts";
import { createRequestIdentity, userAgentOf } from "./request-identity.ts";
import { findSessionsOf } from "./sessions.queries.ts";
import {
  endOtherSessions,
  endOwnSession,
  keepSession,
  toOwnSession,
  toSessionLife,
} from "./sessions.service.ts";

const meRoute = createRoute({
  method: "get",
  path: "/api/admin/me",
  tags: ["account"],
  summary: "Get the current administrator, and when the session ends",
  description: `Every call of the back office moves the session's end away, except calls with the header \`${unattendedHeader}\`.`,
  responses: { 200: jsonResponse(meSchema, "The administrator"), ...problems(401) },
});

const preferencesRoute = createRoute({
  method: "patch",
  path: "/api/admin/me/preferences",
  tags: ["account"],
  summary: "Change the current administrator's preferences",
  middleware: [limitBody()] as const,
  request: jsonBody(changePreferencesSchema),
  responses: { 200: jsonResponse(meSchema.shape.preferences, "All preferences"), ...problems(400, 401, 413) },
});

const changePasswordRoute = createRoute({
  method: "post",
  path: "/api/admin/me/password",
  tags: ["account"],
  summary: "Change one's own password; other sessions end",
  middleware: [requireRecentConfirmation, limitBody()],
  request: jsonBody(changePasswordSchema),
  responses: { 204: { description: "Done" }, ...problems(400, 401, 403, 429) },
});

/** The account of the current administrator: identity, preferences and password. */
export function accountRoutes(deps: AppDependencies) {
  const { db, now } = deps;
  const identity = createRequestIdentity(deps);
  return createApiRouter()
    .openapi(meRoute, async (c) => {
      const { id, email, isSuperAdmin } = c.var.admin;
      const [twoFactorEnabled, preferences] = await Promise.all([
        isTwoFactorEnabled(db, id),
        findPreferences(db, id),
      ]);
      const session = toSessionLife(c.var.admin, now());
      return c.json({ id, email, isSuperAdmin, twoFactorEnabled, preferences, session }, 200);
    })
    .openapi(preferencesRoute, async (c) =>
      c.json(await savePreferences(db, c.var.admin.id, c.req.valid("json")), 200),
    )
    .openapi(changePasswordRoute, async (c) => {
      const { currentPassword, newPassword } = c.req.valid("json");
      const token = await changePassword(deps, {
        admin: c.var.admin,
        userAgent: userAgentOf(c),
        currentPassword,
        newPassword,
      });
      await identity.setSession(c, { email: c.var.admin.email, token });
      return c.body(null, 204);
    });
}

const tags = ["account"];

const listSessionsRoute = createRoute({
  method: "get",
  path: "/api/admin/me/sessions",
  tags,
  summary: "List one's own sessions, last used first",
  responses: { 200: jsonResponse(ownSessionListSchema, "The sessions"), ...problems(401) },
});

const keepSessionRoute = createRoute({
  method: "post",
  path: "/api/admin/me/session",
  tags,
  summary: "Extend the current session, up to its longest life",
  responses: { 200: jsonResponse(sessionLifeSchema, "How the session goes on"), ...problems(401) },
});

const endSessionRoute = createRoute({
  method: "delete",
  path: "/api/admin/me/sessions/{id}",
  tags,
  summary: "End one of one's own sessions",
  request: { params: accountParamsSchema },
  responses: { 204: { description: "Done" }, ...problems(400, 401, 404) },
});

const endOtherSessionsRoute = createRoute({
  method: "delete",
  path: "/api/admin/me/sessions",
  tags,
  summary: "End all one's own sessions but this one",
  responses: { 204: { description: "Done" }, ...problems(401) },
});

export function sessionsRoutes(deps: AppDependencies) {
  const identity = createRequestIdentity(deps);
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
      await identity.rememberDevice(c, c.var.admin.email);
      return c.body(null, 204);
    });
}
