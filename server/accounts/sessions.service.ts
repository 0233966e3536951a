import { randomUUID } from "node:crypto";
import { adminMessages } from "#contract/admins.ts";
import { sessionLimits } from "#contract/sessions.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { notFound } from "#server/lib/http/errors.ts";
import type { StreamGuard } from "#server/lib/http/streamed-answer.ts";
import { storeCredentialsChange } from "./admins.queries.ts";
import { deletePastAttempts } from "./attempts.queries.ts";
import { hashToken, makeToken } from "./cookies.ts";
import { deletePastTokens, deleteTokensOf } from "./links.queries.ts";
import {
  deleteExpiredSessions,
  deleteOwnSession,
  deleteSessionsOf,
  extendSession,
  insertSession,
  isSessionLive,
  markConfirmed,
} from "./sessions.queries.ts";
import { latestSessionEnd, sessionEnd } from "./sessions.rules.ts";

type NewSession = { userId: string; userAgent: string; now: Date };

/** Opens a session and returns its token, which only the browser's cookie knows from then on. */
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

/** Goes on with the session although nothing else is done with it. Returns when it ends now. */
export async function keepSession(db: Db, admin: CurrentAdmin, now: Date): Promise<Date> {
  const expiresAt = sessionEnd(admin.sessionEndsAtLatest, now);
  await extendSession(db, admin.sessionId, { now, expiresAt });
  return expiresAt;
}

/** Opens what is protected to this session. Returns until when. */
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
  await deleteTokensOf(tx, userId);
  await storeCredentialsChange(tx, userId, now);
  return deleteSessionsOf(tx, { userId, keepId: keepSessionId });
}

/** For answers that go on for long: no more once the session has ended or the administrator is gone. Extends no session. */
export function guardBySession(
  { db, now }: Pick<AppDependencies, "db" | "now">,
  { sessionId }: Pick<CurrentAdmin, "sessionId">,
): StreamGuard {
  return () => isSessionLive(db, sessionId, now());
}

/** Deletes expired sessions, links, challenges and attempt counts. Correctness does not depend on it; it saves room. */
export async function cleanUpAccounts({ db, now }: Pick<AppDependencies, "db" | "now">): Promise<void> {
  await deleteExpiredSessions(db, now());
  await deletePastTokens(db, now());
  await deletePastAttempts(db, now());
}
