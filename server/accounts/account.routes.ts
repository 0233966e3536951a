import { createRoute } from "@hono/zod-openapi";
import { changePasswordSchema, changePreferencesSchema, meSchema } from "#contract/account.schema.ts";
import { unattendedHeader } from "#contract/sessions.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { requireRecentConfirmation } from "#server/lib/http/admin-guards.ts";
import { createApiRouter, jsonAnswer, jsonBody, problems } from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { findPreferences, isTwoFactorEnabled, savePreferences } from "./admins.queries.ts";
import { setSessionCookie, userAgentOf } from "./cookies.ts";
import { changePassword } from "./passwords.service.ts";
import { toSessionLife } from "./sessions.rules.ts";

const meRoute = createRoute({
  method: "get",
  path: "/api/admin/me",
  tags: ["Own account"],
  summary: "The current administrator, and when the session ends",
  description: `Every call of the back office moves the session's end away, except calls with the header \`${unattendedHeader}\`.`,
  responses: { 200: jsonAnswer(meSchema, "The administrator"), ...problems(401) },
});

const preferencesRoute = createRoute({
  method: "patch",
  path: "/api/admin/me/preferences",
  tags: ["Own account"],
  summary: "Change how the back office behaves for the current administrator",
  middleware: [limitBody()] as const,
  request: jsonBody(changePreferencesSchema),
  responses: { 200: jsonAnswer(meSchema.shape.preferences, "All preferences"), ...problems(400, 401, 413) },
});

const changePasswordRoute = createRoute({
  method: "post",
  path: "/api/admin/me/password",
  tags: ["Own account"],
  summary: "Change the own password; other sessions end",
  middleware: [requireRecentConfirmation, limitBody()],
  request: jsonBody(changePasswordSchema),
  responses: { 204: { description: "Done" }, ...problems(400, 401, 403, 429) },
});

/** The account of the current administrator: identity, preferences and password. */
export function accountRoutes(deps: AppDependencies) {
  const { db, now, config } = deps;
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
      await setSessionCookie(c, token, config);
      return c.body(null, 204);
    });
}
