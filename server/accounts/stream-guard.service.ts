import type { AppDependencies } from "#server/app-dependencies.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import type { StreamGuard } from "#server/lib/http/streamed-answer.ts";
import { isSessionLive } from "./sessions.queries.ts";

/** For answers that go on for long: no more once the session has ended or the administrator is gone. Extends no session. */
export function guardBySession(
  { db, now }: Pick<AppDependencies, "db" | "now">,
  { sessionId }: Pick<CurrentAdmin, "sessionId">,
): StreamGuard {
  return () => isSessionLive(db, sessionId, now());
}
