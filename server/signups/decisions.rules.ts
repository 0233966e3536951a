import type { SignupStatus } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";

/** Until when a decision may be taken back; null when there is none or it is final. */
export function undoUntil(
  { status, decidedAt }: { status: SignupStatus; decidedAt: Date | null },
  now: Date,
): Date | null {
  if (status === "pending" || decidedAt === null) return null;
  const until = new Date(decidedAt.getTime() + limits.undoMs);
  return until > now ? until : null;
}

/** Decisions taken after this moment may still be taken back. */
export function undoableSince(now: Date): Date {
  return new Date(now.getTime() - limits.undoMs);
}
