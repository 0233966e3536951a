import { adminMessages } from "#contract/admins.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/features/journal/journal.service.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { notFound } from "#server/lib/http/errors.ts";
import { deleteOtherSessions, deleteOwnSession } from "./sessions.repository.ts";

type Deps = Pick<AppDependencies, "db">;

export async function endOwnSession(
  { db }: Deps,
  { id, admin }: { id: string; admin: CurrentAdmin },
): Promise<void> {
  if (!(await deleteOwnSession(db, { id, userId: admin.id }))) throw notFound(adminMessages.sessionGone);
  await recordEntry(db, { actor: admin.email, action: "session.ended", subject: admin.id });
}

export async function endOtherSessions({ db }: Deps, { admin }: { admin: CurrentAdmin }): Promise<void> {
  const ended = await deleteOtherSessions(db, { keepId: admin.sessionId, userId: admin.id });
  if (ended === 0) return;
  const details = { count: ended };
  await recordEntry(db, { actor: admin.email, action: "session.ended", subject: admin.id, details });
}
