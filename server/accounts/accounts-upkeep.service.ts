import type { AppDependencies } from "#server/app-dependencies.ts";
import { cleanUpAttempts } from "./attempts.service.ts";
import { cleanUpTokens } from "./one-time-tokens.service.ts";
import { cleanUpSessions } from "./sessions.service.ts";

/** Deletes what is over: sessions, links, challenges and counted attempts. Nothing relies on it; it saves room. */
export async function cleanUpAccounts(deps: Pick<AppDependencies, "db" | "now">): Promise<void> {
  await cleanUpSessions(deps);
  await cleanUpTokens(deps);
  await cleanUpAttempts(deps);
}
