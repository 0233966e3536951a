import { randomUUID } from "node:crypto";
import { sessionLimits } from "#contract/sessions.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { latestSessionEnd, sessionEnd } from "./session.rules.ts";
import { hashToken, makeToken } from "./session-token.ts";
import {
  deleteExpiredSessions,
  deleteSessionByToken,
  deleteSessionsOf,
  extendSession,
  insertSession,
  markConfirmed,
} from "./sessions.queries.ts";

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

/** Ends the session of a token, of which the hash is given; there may be none. */
export async function endSession(db: Db, tokenHash: string | null): Promise<void> {
  if (tokenHash !== null) await deleteSessionByToken(db, tokenHash);
}

/** Ends the user's sessions, all of them or all but one. @returns how many */
export async function endSessionsOf(
  db: Db,
  userId: string,
  { keepSessionId }: { keepSessionId: string | null },
): Promise<number> {
  return deleteSessionsOf(db, { userId, keepId: keepSessionId });
}

/** Opens what is protected to this session. Returns until when. */
export async function confirmSession(db: Db, { sessionId }: CurrentAdmin, now: Date): Promise<Date> {
  await markConfirmed(db, sessionId, now);
  return new Date(now.getTime() + sessionLimits.confirmationMs);
}

/** Deletes sessions that are over. */
export async function cleanUpSessions({ db, now }: Pick<AppDependencies, "db" | "now">): Promise<void> {
  await deleteExpiredSessions(db, now());
}
