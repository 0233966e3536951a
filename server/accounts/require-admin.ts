import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { sessionLimits, unattendedHeader } from "#contract/sessions.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { ApiEnv, CurrentAdmin } from "#server/lib/http/api-router.ts";
import { unauthenticated } from "#server/lib/http/errors.ts";
import { readTokenHash } from "./cookies.ts";
import { deleteSession, extendSession, findSession } from "./sessions.queries.ts";
import { isRecentlyConfirmed, latestSessionEnd, sessionEnd } from "./sessions.rules.ts";

type SessionDependencies = Pick<AppDependencies, "db" | "config" | "now">;

/** Admits administrators only: 401 without a live session. Sets `c.var.admin`. */
export function requireAdmin(deps: SessionDependencies) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const admin = await findCurrentAdmin(deps, c);
    if (!admin) throw unauthenticated();
    c.set("admin", admin);
    await next();
  });
}

/** The signed-in administrator, or null. Ends the session of a user who is no administrator. Extends a session in use; requests of an idle page do not extend it. */
export async function findCurrentAdmin(deps: SessionDependencies, c: Context): Promise<CurrentAdmin | null> {
  const tokenHash = await readTokenHash(c, deps.config);
  if (tokenHash === null) return null;
  const now = deps.now();
  const session = await findSession(deps.db, tokenHash, now);
  if (!session) return null;
  if (!session.admin) {
    await deleteSession(deps.db, session.id);
    return null;
  }
  const admin = {
    ...session.admin,
    sessionId: session.id,
    sessionEndsAt: session.expiresAt,
    sessionEndsAtLatest: latestSessionEnd(session.createdAt),
    recentlyConfirmed: isRecentlyConfirmed(session, now),
  };
  const unused = now.getTime() - session.updatedAt.getTime();
  if (unused < sessionLimits.renewAfterMs || c.req.header(unattendedHeader) !== undefined) return admin;
  const expiresAt = sessionEnd(admin.sessionEndsAtLatest, now);
  await extendSession(deps.db, session.id, { now, expiresAt });
  return { ...admin, sessionEndsAt: expiresAt > session.expiresAt ? expiresAt : session.expiresAt };
}
