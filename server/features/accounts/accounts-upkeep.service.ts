import type { AppDependencies } from "#server/app-dependencies.ts";
import { deletePastAttempts } from "./attempts/attempts.repository.ts";
import { deletePastTokens } from "./links/one-time-tokens.repository.ts";
import { deleteExpiredSessions } from "./sessions/sessions.repository.ts";

/** Deletes what is over: sessions, links, challenges and counted attempts. Nothing relies on it; it saves room. */
export async function cleanUpAccounts({ db, now }: Pick<AppDependencies, "db" | "now">): Promise<void> {
  const time = now();
  await deleteExpiredSessions(db, time);
  await deletePastTokens(db, time);
  await deletePastAttempts(db, time);
}
