import type { OwnSession, SessionLife } from "#contract/account.schema.ts";
import { sessionLimits } from "#contract/sessions.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";

type Confirmations = { createdAt: Date; confirmedAt: Date | null };

/** A sign-in asks for password and second factor, so that it counts as a confirmation itself. */
export function isRecentlyConfirmed({ createdAt, confirmedAt }: Confirmations, now: Date): boolean {
  const last = Math.max(createdAt.getTime(), confirmedAt?.getTime() ?? 0);
  return now.getTime() - last < sessionLimits.confirmationMs;
}

/** When a session ends however much it is used. */
export function latestSessionEnd(createdAt: Date): Date {
  return new Date(createdAt.getTime() + sessionLimits.absoluteMs);
}

/** When a session used at `now` ends: after the idle time, and never later than its longest life (`latestSessionEnd`). */
export function sessionEnd(latest: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + sessionLimits.idleMs, latest.getTime()));
}

type Ends = Pick<CurrentAdmin, "sessionEndsAt" | "sessionEndsAtLatest">;

/** A duration instead of a timestamp: the browser's clock may be wrong. */
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
