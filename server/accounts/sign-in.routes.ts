import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { z } from "zod";
import { confirmIdentitySchema, identityConfirmedSchema } from "#contract/account.schema.ts";
import {
  currentSessionSchema,
  linkOwnerSchema,
  readLinkSchema,
  redeemLinkSchema,
  requestLinkSchema,
  signInResponseSchema,
  signInSchema,
  verifyCodeResponseSchema,
  verifyCodeSchema,
} from "#contract/admins.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import {
  type ApiEnv,
  createApiRouter,
  jsonBody,
  jsonResponse,
  problems,
  requireRecentConfirmation,
} from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { type AddressKind, countByAddress } from "./attempts.service.ts";
import { type InvitationDependencies, readLink, redeemLink, requestLink } from "./passwords.service.ts";
import {
  clearChallenge,
  clearSessionCookie,
  createRequestIdentity,
  readChallenge,
  readTokenHash,
  setChallenge,
  userAgentOf,
} from "./request-identity.ts";
import { deleteSessionByToken } from "./sessions.queries.ts";
import { findCurrentAdmin, requireAdmin } from "./sessions.service.ts";
import { confirmIdentity, type SignedIn, signIn, verifySecondFactor } from "./sign-in.service.ts";
import type { TypedCode } from "./two-factor.service.ts";

const tags = ["sign-in"];
const statusSchema = z.object({ status: z.literal(true) });

const signInRoute = createRoute({
  method: "post",
  path: "/api/auth/sign-in/email",
  tags,
  summary: "Sign in with e-mail and password",
  request: jsonBody(signInSchema),
  responses: {
    200: jsonResponse(signInResponseSchema, "Signed in, or a second factor is asked for"),
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
    responses: {
      200: jsonResponse(verifyCodeResponseSchema, "Signed in"),
      ...problems(400, 401, 403, 409, 429),
    },
  });

const verifyTotpRoute = verifyCode("verify-totp", "Second factor: a code of the authenticator app");
const verifyBackupCodeRoute = verifyCode("verify-backup-code", "Second factor: a recovery code");

const signOutRoute = createRoute({
  method: "post",
  path: "/api/auth/sign-out",
  tags,
  summary: "End the session",
  responses: { 200: jsonResponse(statusSchema, "There is no session any more") },
});

const getSessionRoute = createRoute({
  method: "get",
  path: "/api/auth/get-session",
  tags,
  summary: "Get the current session, or null",
  responses: { 200: jsonResponse(currentSessionSchema, "The session") },
});

export function signInRoutes(deps: AppDependencies) {
  const { db, config } = deps;
  const identity = createRequestIdentity(deps);

  const endCurrentSession = async (c: Context<ApiEnv>) => {
    const tokenHash = await readTokenHash(c, config);
    if (tokenHash !== null) await deleteSessionByToken(db, tokenHash);
  };

  /** Gives the browser a new session and ends its earlier one. */
  const enter = async (c: Context<ApiEnv>, { user, token }: SignedIn) => {
    await endCurrentSession(c);
    await identity.setSession(c, { email: user.email, token });
  };

  const verify = async (c: Context<ApiEnv>, code: TypedCode) => {
    const challenge = await readChallenge(c, config);
    const client = await identity.client(c);
    const signedIn = await verifySecondFactor(deps, {
      ...code,
      challenge,
      client,
      userAgent: userAgentOf(c),
    });
    await enter(c, signedIn);
    clearChallenge(c, config);
    return { user: signedIn.user };
  };

  const counted = { middleware: [countByAddress(deps, "sign-in-address"), limitBody()] };
  const countedCode = { middleware: [countByAddress(deps, "second-factor-address"), limitBody()] };

  return createApiRouter()
    .openapi({ ...signInRoute, ...counted }, async (c) => {
      const { email, password } = c.req.valid("json");
      const visitor = await identity.visitor(c, email);
      const result = await signIn(deps, { email, password, visitor, userAgent: userAgentOf(c) });
      if (result.user === null) {
        await endCurrentSession(c);
        clearSessionCookie(c, config);
        await setChallenge(c, result.challenge, config);
      } else {
        await enter(c, result);
      }
      return c.json({ twoFactorRedirect: result.user === null, user: result.user }, 200);
    })
    .openapi({ ...verifyTotpRoute, ...countedCode }, async (c) =>
      c.json(await verify(c, { kind: "totp", ...c.req.valid("json") }), 200),
    )
    .openapi({ ...verifyBackupCodeRoute, ...countedCode }, async (c) =>
      c.json(await verify(c, { kind: "recovery_code", ...c.req.valid("json") }), 200),
    )
    .openapi(signOutRoute, async (c) => {
      const admin = await findCurrentAdmin(deps, c);
      await endCurrentSession(c);
      clearSessionCookie(c, config);
      if (admin) {
        await recordEntry(db, { actor: admin.email, action: "session.signed_out", subject: admin.id });
      }
      return c.json({ status: true } as const, 200);
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

const confirmPath = "/api/auth/confirm-password";

const confirmRoute = createRoute({
  method: "post",
  path: confirmPath,
  tags: ["sign-in"],
  summary:
    "Confirm the password, and the second factor when it is on: for ten minutes, sensitive calls no longer answer 403 reauthentication_required",
  middleware: [limitBody()],
  request: jsonBody(confirmIdentitySchema),
  responses: { 200: jsonResponse(identityConfirmedSchema, "Confirmed"), ...problems(400, 401, 429) },
});

const confirmationStateRoute = createRoute({
  method: "get",
  path: "/api/admin/me/confirmation",
  tags: ["account"],
  summary: "Tell whether the password was confirmed recently; browsers call it before a download",
  middleware: [requireRecentConfirmation],
  responses: { 204: { description: "Confirmed recently" }, ...problems(401, 403) },
});

/** Confirms the identity within a session: the administrator gives password and second factor again. */
export function confirmationRoutes(deps: AppDependencies) {
  const router = createApiRouter();
  router.use(confirmPath, requireAdmin(deps));
  return router
    .openapi(confirmRoute, async (c) => {
      const confirmedUntil = await confirmIdentity(deps, { ...c.req.valid("json"), admin: c.var.admin });
      return c.json({ confirmedUntil: confirmedUntil.toISOString() }, 200);
    })
    .openapi(confirmationStateRoute, (c) => c.body(null, 204));
}

const done = { status: true } as const;

const readLinkRoute = createRoute({
  method: "post",
  path: "/api/auth/link",
  tags,
  summary: "Find the owner of a one-time link, without using it",
  description: "A POST, so that the token is in no URL and no access log.",
  request: jsonBody(readLinkSchema),
  responses: { 200: jsonResponse(linkOwnerSchema, "The account"), ...problems(400, 429) },
});

const redeemLinkRoute = createRoute({
  method: "post",
  path: "/api/auth/reset-password",
  tags,
  summary: "Choose a password with a one-time link",
  request: jsonBody(redeemLinkSchema),
  responses: { 200: jsonResponse(statusSchema, "The password is set"), ...problems(400, 429) },
});

const requestLinkRoute = createRoute({
  method: "post",
  path: "/api/auth/request-password-reset",
  tags,
  summary: "Request a link by e-mail after a forgotten password; the answer is always the same",
  request: jsonBody(requestLinkSchema),
  responses: { 200: jsonResponse(statusSchema, "Noted"), ...problems(400, 429) },
});

export function linksRoutes(deps: InvitationDependencies) {
  const identity = createRequestIdentity(deps);
  const counted = (kind: AddressKind) => ({ middleware: [countByAddress(deps, kind), limitBody()] });
  return createApiRouter()
    .openapi({ ...readLinkRoute, ...counted("link-address") }, async (c) =>
      c.json(await readLink(deps, { ...c.req.valid("json"), client: await identity.client(c) }), 200),
    )
    .openapi({ ...redeemLinkRoute, ...counted("link-address") }, async (c) => {
      const { email } = await redeemLink(deps, c.req.valid("json"));
      await identity.rememberDevice(c, email);
      return c.json(done, 200);
    })
    .openapi({ ...requestLinkRoute, ...counted("lost-password-address") }, async (c) => {
      await requestLink(deps, c.req.valid("json"));
      return c.json(done, 200);
    });
}
