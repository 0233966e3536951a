import { randomUUID } from "node:crypto";
import type { Db } from "#server/lib/database/database.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { sessionEnd } from "./session.rules.ts";
import { hashToken, makeToken } from "./session-token.ts";
import { deleteSession, deleteSessionsOf, insertSession } from "./sessions.repository.ts";

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
    expiresAt: sessionEnd(now, now),
  });
  return token;
}

type Renewal = { admin: CurrentAdmin; userAgent: string; now: Date };

/** This browser goes on under a new token; the administrator's other sessions stay as they are. */
export async function renewSession(db: Db, { admin, ...session }: Renewal): Promise<string> {
  await deleteSession(db, admin.sessionId);
  return openSession(db, { ...session, userId: admin.id });
}

/** This browser goes on under a new token; the administrator's other sessions end. */
export async function renewOnlySession(db: Db, { admin, ...session }: Renewal): Promise<string> {
  await deleteSessionsOf(db, admin.id);
  return openSession(db, { ...session, userId: admin.id });
}
