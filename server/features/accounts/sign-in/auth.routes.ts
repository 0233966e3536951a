import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { z } from "zod";
import {
  currentSessionSchema,
  linkOwnerSchema,
  readLinkSchema,
  redeemLinkSchema,
  requestLinkSchema,
  signInAnswerSchema,
  signInSchema,
  verifyCodeAnswerSchema,
  verifyCodeSchema,
} from "#contract/admins.schema.ts";
import { countByAddress } from "#server/features/accounts/attempts/attempts.service.ts";
import type { InvitationDependencies } from "#server/features/accounts/links/mailed-link.ts";
import { findCurrentAdmin } from "#server/features/accounts/sessions/require-admin.ts";
import { readTokenHash } from "#server/features/accounts/sessions/session-token.ts";
import { deleteSessionByToken } from "#server/features/accounts/sessions/sessions.repository.ts";
import { recordEntry } from "#server/features/journal/journal.service.ts";
import { type ApiEnv, createApiRouter, jsonAnswer, jsonBody, problems } from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { createAuth } from "./auth.ts";
import { readAuthAnswer } from "./auth-answer.ts";
import { readLink, redeemLink, requestLink } from "./password.service.ts";
import { createRequestIdentity, libraryHeaders, passCookies } from "./request-identity.ts";
import { signIn, verifySecondFactor } from "./sign-in.service.ts";

const tags = ["Sign-in"];
const statusSchema = z.object({ status: z.literal(true) });
const done = { status: true } as const;

const signInRoute = createRoute({
  method: "post",
  path: "/api/auth/sign-in/email",
  tags,
  summary: "Sign in with e-mail and password",
  request: jsonBody(signInSchema),
  responses: {
    200: jsonAnswer(signInAnswerSchema, "Signed in, or a second factor is asked for"),
    ...problems(400, 401, 403, 429),
  },
});

const verifyCode = (path: "verify-totp" | "verify-backup-code", summary: string) =>
  createRoute({
    method: "post",
    path: `/api/auth/two-factor/${path}` as const,
    tags,
    summary,
    request: jsonBody(verifyCodeSchema),
    responses: { 200: jsonAnswer(verifyCodeAnswerSchema, "Signed in"), ...problems(400, 401, 403, 409, 429) },
  });

const verifyTotpRoute = verifyCode("verify-totp", "Second factor: a code of the authenticator app");
const verifyBackupCodeRoute = verifyCode("verify-backup-code", "Second factor: a recovery code");

const readLinkRoute = createRoute({
  method: "post",
  path: "/api/auth/link",
  tags,
  summary: "Whose one-time link this is; changes nothing",
  description: "A POST, so that the token stands in no address and in no log of one.",
  request: jsonBody(readLinkSchema),
  responses: { 200: jsonAnswer(linkOwnerSchema, "The account"), ...problems(400, 429) },
});

const redeemLinkRoute = createRoute({
  method: "post",
  path: "/api/auth/reset-password",
  tags,
  summary: "Choose a password with a one-time link",
  request: jsonBody(redeemLinkSchema),
  responses: { 200: jsonAnswer(statusSchema, "The password is set"), ...problems(400, 429) },
});

const requestLinkRoute = createRoute({
  method: "post",
  path: "/api/auth/request-password-reset",
  tags,
  summary: "Ask for a link by e-mail after a forgotten password; the answer tells nothing",
  request: jsonBody(requestLinkSchema),
  responses: { 200: jsonAnswer(statusSchema, "Noted"), ...problems(400, 429) },
});

const signOutRoute = createRoute({
  method: "post",
  path: "/api/auth/sign-out",
  tags,
  summary: "End the session",
  responses: { 200: jsonAnswer(statusSchema, "There is no session any more") },
});

const getSessionRoute = createRoute({
  method: "get",
  path: "/api/auth/get-session",
  tags,
  summary: "The current session, or null",
  responses: { 200: jsonAnswer(currentSessionSchema, "The session") },
});

/** The part of Better Auth that is reachable; whatever is not listed here is 404. */
export function authRoutes(deps: InvitationDependencies) {
  const services = { deps, auth: createAuth(deps) };
  const identity = createRequestIdentity(deps);
  const counted = (kind: Parameters<typeof countByAddress>[1]) => ({
    middleware: [countByAddress(deps, kind), limitBody()],
  });

  /** The browser gets a new session; the one it had before ends. */
  const enter = async (c: Context<ApiEnv>, user: { email: string }) => {
    const earlier = await readTokenHash(c, deps.config);
    if (earlier !== null) await deleteSessionByToken(deps.db, earlier);
    await identity.rememberDevice(c, user.email);
  };

  const verify = async (c: Context<ApiEnv>, kind: "totp" | "recovery_code", code: string) => {
    const visitor = await identity.visitor(c);
    const { user, cookies } = await verifySecondFactor(services, { code, kind, visitor });
    await enter(c, user);
    passCookies(c, cookies);
    return { user };
  };

  const secondFactor = counted("second-factor-address");

  return createApiRouter()
    .openapi({ ...signInRoute, ...counted("sign-in-address") }, async (c) => {
      const { email, password } = c.req.valid("json");
      const visitor = await identity.visitor(c, email);
      const { user, cookies } = await signIn(services, { email, password, visitor });
      if (user) await enter(c, user);
      passCookies(c, cookies);
      return c.json({ twoFactorRedirect: user === null, user }, 200);
    })
    .openapi({ ...verifyTotpRoute, ...secondFactor }, async (c) =>
      c.json(await verify(c, "totp", c.req.valid("json").code), 200),
    )
    .openapi({ ...verifyBackupCodeRoute, ...secondFactor }, async (c) =>
      c.json(await verify(c, "recovery_code", c.req.valid("json").code), 200),
    )
    .openapi({ ...readLinkRoute, ...counted("link-address") }, async (c) =>
      c.json(await readLink(deps, { ...c.req.valid("json"), client: await identity.client(c) }), 200),
    )
    .openapi({ ...redeemLinkRoute, ...counted("link-address") }, async (c) => {
      const { email } = await redeemLink(deps, c.req.valid("json"));
      await identity.rememberDevice(c, email);
      return c.json(done, 200);
    })
    .openapi({ ...requestLinkRoute, ...counted("lost-password-address") }, async (c) => {
      await requestLink(deps, c.req.valid("json").email);
      return c.json(done, 200);
    })
    .openapi(signOutRoute, async (c) => {
      const admin = await findCurrentAdmin(deps, c);
      const answer = await readAuthAnswer(
        services.auth.api.signOut({ headers: libraryHeaders(c), asResponse: true }),
      );
      if (answer.ok) passCookies(c, answer.cookies);
      if (admin) {
        await recordEntry(deps.db, { actor: admin.email, action: "session.signed_out", subject: admin.id });
      }
      return c.json(done, 200);
    })
    .openapi(getSessionRoute, async (c) => {
      const admin = await findCurrentAdmin(deps, c);
      const session = admin && {
        user: { id: admin.id, email: admin.email },
        session: { id: admin.sessionId },
      };
      return c.json(session, 200);
    });
}
