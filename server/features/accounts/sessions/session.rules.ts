import { sessionLimits } from "#contract/admins.ts";

type Confirmations = { createdAt: Date; confirmedAt: Date | null };

/** A sign-in asks for password and second factor, so that it counts as a confirmation itself. */
export function isRecentlyConfirmed({ createdAt, confirmedAt }: Confirmations, now: Date): boolean {
  const last = Math.max(createdAt.getTime(), confirmedAt?.getTime() ?? 0);
  return now.getTime() - last < sessionLimits.confirmationMs;
}

/** When a session used at `now` ends: after the idle time, and never later than the absolute limit. */
export function sessionEnd(createdAt: Date, now: Date): Date {
  return new Date(
    Math.min(now.getTime() + sessionLimits.idleMs, createdAt.getTime() + sessionLimits.absoluteMs),
  );
}
