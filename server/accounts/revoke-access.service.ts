import type { Db } from "#server/lib/database/database.ts";
import { endTokensOf } from "./one-time-tokens.service.ts";
import { endSessionsOf } from "./sessions.service.ts";
import { markCredentialsChanged } from "./users.service.ts";

/**
 * Ends everything that an account's earlier credentials opened: sessions, links, sign-ins that wait for a code, and
 * remembered devices. Every change of a password or second factor calls it in its own transaction.
 * @param keepSessionId the session that goes on, if any
 * @returns how many sessions ended
 */
export async function revokeAccess(
  tx: Db,
  userId: string,
  { now, keepSessionId = null }: { now: Date; keepSessionId?: string | null },
): Promise<number> {
  await endTokensOf(tx, userId);
  await markCredentialsChanged(tx, userId, now);
  return endSessionsOf(tx, userId, { keepSessionId });
}
