import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  changePasswordSchema,
  confirmPasswordSchema,
  meSchema,
  ownSessionListSchema,
  recoveryCodesSchema,
  stopTwoFactorSchema,
  twoFactorStartSchema,
} from "#contract/account.schema.ts";
import { accountParamsSchema, verifyCodeSchema } from "#contract/admins.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { requireRecentConfirmation } from "#server/features/accounts/sessions/require-admin.ts";
import { findSessionsOf } from "#server/features/accounts/sessions/sessions.repository.ts";
import { createAuth } from "#server/features/accounts/sign-in/auth.ts";
import type { AuthSuccess } from "#server/features/accounts/sign-in/auth-answer.ts";
import { libraryHeaders, passCookies } from "#server/features/accounts/sign-in/request-identity.ts";
import { type ApiEnv, createApiRouter, jsonAnswer, jsonBody, problems } from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import {
  changePassword,
  confirmTwoFactor,
  endOtherSessions,
  endOwnSession,
  renewRecoveryCodes,
  startTwoFactor,
  stopTwoFactor,
} from "./account.service.ts";
import { isTwoFactorEnabled } from "./admins.repository.ts";

const tags = ["Own account"];
const noContent = { 204: { description: "Done" } };

const meRoute = createRoute({
  method: "get",
  path: "/api/admin/me",
  tags,
  summary: "The current administrator",
  responses: { 200: jsonAnswer(meSchema, "The administrator"), ...problems(401) },
});

const passwordRoute = createRoute({
  method: "post",
  path: "/api/admin/me/password",
  tags,
  summary: "Change the own password; other sessions end",
  middleware: [requireRecentConfirmation, limitBody()],
  request: jsonBody(changePasswordSchema),
  responses: { ...noContent, ...problems(400, 401, 403, 429) },
});

const twoFactorRoute = createRoute({
  method: "post",
  path: "/api/admin/me/two-factor",
  tags,
  summary: "First step of two-factor sign-in: the app's secret and the recovery codes",
  middleware: [limitBody()],
  request: jsonBody(confirmPasswordSchema),
  responses: { 200: jsonAnswer(twoFactorStartSchema, "To be confirmed"), ...problems(400, 401, 409, 429) },
});

const confirmRoute = createRoute({
  method: "post",
  path: "/api/admin/me/two-factor/confirmation",
  tags,
  summary: "Second step of two-factor sign-in: a code of the app",
  middleware: [limitBody()],
  request: jsonBody(verifyCodeSchema),
  responses: { ...noContent, ...problems(400, 401, 409, 429) },
});

const stopRoute = createRoute({
  method: "post",
  path: "/api/admin/me/two-factor/deactivation",
  tags,
  summary: "Switch two-factor sign-in off, with the password and a code",
  middleware: [requireRecentConfirmation, limitBody()],
  request: jsonBody(stopTwoFactorSchema),
  responses: { ...noContent, ...problems(400, 401, 403, 409, 429) },
});

const recoveryCodesRoute = createRoute({
  method: "post",
  path: "/api/admin/me/two-factor/recovery-codes",
  tags,
  summary: "New recovery codes; older ones end",
  middleware: [requireRecentConfirmation, limitBody()],
  request: jsonBody(confirmPasswordSchema),
  responses: { 200: jsonAnswer(recoveryCodesSchema, "The codes"), ...problems(400, 401, 403, 409, 429) },
});

const sessionsRoute = createRoute({
  method: "get",
  path: "/api/admin/me/sessions",
  tags,
  summary: "The own sessions, last used first",
  responses: { 200: jsonAnswer(ownSessionListSchema, "The sessions"), ...problems(401) },
});

const endSessionRoute = createRoute({
  method: "delete",
  path: "/api/admin/me/sessions/{id}",
  tags,
  summary: "End one of the own sessions",
  request: { params: accountParamsSchema },
  responses: { ...noContent, ...problems(400, 401, 404) },
});

const endOthersRoute = createRoute({
  method: "delete",
  path: "/api/admin/me/sessions",
  tags,
  summary: "End all own sessions but this one",
  responses: { ...noContent, ...problems(401) },
});

export function accountRoutes(deps: AppDependencies) {
  const auth = createAuth(deps);
  const own = (c: Context<ApiEnv>) => ({ deps, auth, admin: c.var.admin, headers: libraryHeaders(c) });
  const finish = (c: Context<ApiEnv>, { cookies }: AuthSuccess) => {
    passCookies(c, cookies);
    return c.body(null, 204);
  };

  return createApiRouter()
    .openapi(meRoute, async (c) => {
      const { id, email, isSuperAdmin } = c.var.admin;
      const twoFactorEnabled = await isTwoFactorEnabled(deps.db, id);
      return c.json({ id, email, isSuperAdmin, twoFactorEnabled }, 200);
    })
    .openapi(passwordRoute, async (c) => finish(c, await changePassword(own(c), c.req.valid("json"))))
    .openapi(twoFactorRoute, async (c) => {
      const { totpUri, recoveryCodes } = await startTwoFactor(own(c), c.req.valid("json").password);
      return c.json({ totpUri, recoveryCodes }, 200);
    })
    .openapi(confirmRoute, async (c) => finish(c, await confirmTwoFactor(own(c), c.req.valid("json").code)))
    .openapi(stopRoute, async (c) => finish(c, await stopTwoFactor(own(c), c.req.valid("json"))))
    .openapi(recoveryCodesRoute, async (c) => {
      const { recoveryCodes } = await renewRecoveryCodes(own(c), c.req.valid("json").password);
      return c.json({ recoveryCodes }, 200);
    })
    .openapi(sessionsRoute, async (c) => {
      const sessions = await findSessionsOf(deps.db, c.var.admin.id, deps.now());
      const items = sessions.map(({ createdAt, lastUsedAt, ...session }) => ({
        ...session,
        current: session.id === c.var.admin.sessionId,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      }));
      return c.json({ items }, 200);
    })
    .openapi(endSessionRoute, async (c) => {
      await endOwnSession({ deps, admin: c.var.admin }, c.req.valid("param").id);
      return c.body(null, 204);
    })
    .openapi(endOthersRoute, async (c) => {
      await endOtherSessions({ deps, admin: c.var.admin });
      return c.body(null, 204);
    });
}
