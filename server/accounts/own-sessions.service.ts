import { adminMessages } from "#contract/admins.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { notFound } from "#server/lib/http/errors.ts";
import { revokeAccess } from "./revoke-access.service.ts";
import { deleteOwnSession } from "./sessions.queries.ts";

type Deps = Pick<AppDependencies, "db" | "now">;

export async function endOwnSession(
  { db }: Deps,
  { id, admin }: { id: string; admin: CurrentAdmin },
): Promise<void> {
  if (!(await deleteOwnSession(db, { id, userId: admin.id }))) throw notFound(adminMessages.sessionGone);
  await recordEntry(db, { actor: admin.email, action: "session.ended", subject: admin.id });
}

export async function endOtherSessions({ db, now }: Deps, { admin }: { admin: CurrentAdmin }): Promise<void> {
  await db.transaction(async (tx) => {
    const count = await revokeAccess(tx, admin.id, { now: now(), keepSessionId: admin.sessionId });
    if (count === 0) return;
    const details = { count };
    await recordEntry(tx, { actor: admin.email, action: "session.ended", subject: admin.id, details });
  });
}
