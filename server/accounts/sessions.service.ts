import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { OwnSession, SessionLife } from "#contract/account.schema.ts";
import { adminMessages } from "#contract/admins.ts";
import { sessionLimits, unattendedHeader } from "#contract/sessions.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { ApiEnv, CurrentAdmin } from "#server/lib/http/api-router.ts";
import { notFound, unauthenticated } from "#server/lib/http/errors.ts";
import type { StreamGuard } from "#server/lib/http/streamed-response.ts";
import { storeCredentialsChange, withUserLock } from "./admins.queries.ts";
import { deletePastTokens, deleteTokensOf } from "./credentials.queries.ts";
import { hashToken, makeToken, readTokenHash } from "./request-identity.ts";
import {
  deleteExpiredSessions,
  deleteOwnSession,
  deletePastAttempts,
  deleteSession,
  deleteSessionsOf,
  extendSession,
  findSession,
  insertSession,
  isSessionLive,
  markConfirmed,
} from "./sessions.queries.ts";

type Confirmations = { createdAt: Date; confirmedAt: Date | null };

/** A sign-in also counts as a confirmation, because it asks for password and second factor. */
export function isRecentlyConfirmed({ createdAt, confirmedAt }: Confirmations, now: Date): boolean {
  const last = Math.max(createdAt.getTime(), confirmedAt?.getTime() ?? 0);
  return now.getTime() - last < sessionLimits.confirmationMs;
}

/** The absolute end of a session, which use does not extend. */
export function latestSessionEnd(createdAt: Date): Date {
  return new Date(createdAt.getTime() + sessionLimits.absoluteMs);
}

/** The end of a session used at `now`: after the idle time, but never later than its absolute end (`latestSessionEnd`). */
export function sessionEnd(latest: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + sessionLimits.idleMs, latest.getTime()));
}

type Ends = Pick<CurrentAdmin, "sessionEndsAt" | "sessionEndsAtLatest">;

/** Returns durations instead of timestamps, because the browser's clock may be wrong. */
export function toSessionLife({ sessionEndsAt, sessionEndsAtLatest }: Ends, now: Date): SessionLife {
  return {
    endsInMs: Math.max(0, sessionEndsAt.getTime() - now.getTime()),
    extendable: sessionEndsAt < sessionEndsAtLatest,
  };
}

type SessionRow = { id: string; userAgent: string | null; createdAt: Date; lastUsedAt: Date };

export function toOwnSession(
  { id, userAgent, createdAt, lastUsedAt }: SessionRow,
  currentId: string,
): OwnSession {
  return {
    id,
    userAgent,
    current: id === currentId,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  };
}

type NewSession = { userId: string; userAgent: string; now: Date };

/** Opens a session. @returns its token, which only the browser's cookie holds */
export async function openSession(db: Db, { userId, userAgent, now }: NewSession): Promise<string> {
  const token = makeToken();
  await insertSession(db, {
    id: randomUUID(),
    token: hashToken(token),
    userId,
    userAgent,
    createdAt: now,
    updatedAt: now,
    expiresAt: sessionEnd(latestSessionEnd(now), now),
  });
  return token;
}

/** Extends a session on request of the browser, without another use of it. @returns its new end */
export async function keepSession(db: Db, admin: CurrentAdmin, now: Date): Promise<Date> {
  const expiresAt = sessionEnd(admin.sessionEndsAtLatest, now);
  await extendSession(db, admin.sessionId, { now, expiresAt });
  return expiresAt;
}

/** Confirms the identity of this session for protected calls. @returns until when */
export async function confirmSession(db: Db, { sessionId }: CurrentAdmin, now: Date): Promise<Date> {
  await markConfirmed(db, sessionId, now);
  return new Date(now.getTime() + sessionLimits.confirmationMs);
}

type Deps = Pick<AppDependencies, "db" | "now">;

export async function endOwnSession(
  { db }: Deps,
  { id, admin }: { id: string; admin: CurrentAdmin },
): Promise<void> {
  if (!(await deleteOwnSession(db, { id, userId: admin.id }))) throw notFound(adminMessages.sessionGone);
  await recordEntry(db, { actor: admin.email, action: "session.ended", subject: admin.id });
}

export async function endOtherSessions({ db, now }: Deps, { admin }: { admin: CurrentAdmin }): Promise<void> {
  await db.transaction(async (tx) => {
    const count = await revokeAccess(tx, admin.id, { now: now(), keepSessionId: admin.sessionId });
    if (count === 0) return;
    const details = { count };
    await recordEntry(tx, { actor: admin.email, action: "session.ended", subject: admin.id, details });
  });
}

/**
 * Ends everything that an account's earlier credentials opened: sessions, links, sign-ins that wait for a code, and
 * remembered devices. Every change of a password or second factor calls it in its own transaction.
 * @param keepSessionId a session that stays valid
 * @returns how many sessions ended
 */
export async function revokeAccess(
  tx: Db,
  userId: string,
  { now, keepSessionId = null }: { now: Date; keepSessionId?: string | null },
): Promise<number> {
  await storeCredentialsChange(tx, userId, now); // first, because it locks the user's row
  await deleteTokensOf(tx, userId);
  return deleteSessionsOf(tx, { userId, keepId: keepSessionId });
}

/**
 * Changes the own credentials, one change after the other.
 * @throws ApiError 401 when the session has ended since the guard checked it, for example by a reset of the password
 */
export function withOwnCredentials<Result>(
  db: Db,
  { id, sessionId }: Pick<CurrentAdmin, "id" | "sessionId">,
  now: Date,
  change: (tx: Db) => Promise<Result>,
): Promise<Result> {
  return withUserLock(db, id, async (tx) => {
    if (!(await isSessionLive(tx, sessionId, now))) throw unauthenticated();
    return change(tx);
  });
}

/** Checks the session during a long-lived answer. False: session ended or administrator deleted. Does not extend the session. */
export function guardBySession(
  { db, now }: Pick<AppDependencies, "db" | "now">,
  { sessionId }: Pick<CurrentAdmin, "sessionId">,
): StreamGuard {
  return () => isSessionLive(db, sessionId, now());
}

/** Deletes expired sessions, links and challenges. It only saves space: expired rows have no effect. */
export async function deleteExpiredAccountData({
  db,
  now,
}: Pick<AppDependencies, "db" | "now">): Promise<void> {
  await deleteExpiredSessions(db, now());
  await deletePastTokens(db, now());
}

/** Deletes counts of attempts, which hold fingerprints of IP addresses, as soon as they have no effect. */
export async function deleteExpiredAttempts({ db, now }: Pick<AppDependencies, "db" | "now">): Promise<void> {
  await deletePastAttempts(db, now());
}

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

/**
 * Finds the signed-in administrator, or null. Ends the session of a user who is not an administrator. Extends the session, except for
 * requests of an idle page.
 */
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
