import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { z } from "zod";
import {
  currentSessionSchema,
  signInAnswerSchema,
  signInSchema,
  verifyCodeAnswerSchema,
  verifyCodeSchema,
} from "#contract/admins.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import { type ApiEnv, createApiRouter, jsonAnswer, jsonBody, problems } from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { countByAddress } from "./address-attempts.ts";
import type { SignedIn } from "./admission.service.ts";
import { clearChallenge, readChallenge, setChallenge } from "./challenge-cookie.ts";
import type { TypedCode } from "./codes.service.ts";
import { createRequestIdentity } from "./request-identity.ts";
import { findCurrentAdmin } from "./require-admin.ts";
import { verifySecondFactor } from "./second-step.service.ts";
import { clearSessionCookie, readTokenHash, setSessionCookie } from "./session-token.ts";
import { endSession } from "./sessions.service.ts";
import { signIn } from "./sign-in.service.ts";
import { userAgentOf } from "./user-agent.ts";

const tags = ["Sign-in"];
const statusSchema = z.object({ status: z.literal(true) });

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

export function signInRoutes(deps: AppDependencies) {
  const { db, config } = deps;
  const identity = createRequestIdentity(deps);

  const endPresentSession = async (c: Context<ApiEnv>) => endSession(db, await readTokenHash(c, config));

  /** The browser gets a new session; the one it had before ends. */
  const enter = async (c: Context<ApiEnv>, { user, token }: SignedIn) => {
    await endPresentSession(c);
    await identity.rememberDevice(c, user.email);
    await setSessionCookie(c, token, config);
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
      await endPresentSession(c);
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
