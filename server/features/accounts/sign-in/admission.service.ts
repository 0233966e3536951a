import type { AppDependencies } from "#server/app-dependencies.ts";
import { type AdminRow, findAdmin } from "#server/features/accounts/admins/admins.repository.ts";
import { openSession } from "#server/features/accounts/sessions/sessions.service.ts";
import { recordEntry } from "#server/features/journal/journal.service.ts";
import { notAnAdmin } from "./sign-in.errors.ts";

export type SignedIn = { user: { id: string; email: string }; token: string };

type Admission = { userId: string; userAgent: string; secondFactor: boolean };

/** Opens a session for an administrator, and for nobody else. */
export async function admit(
  { db, now }: Pick<AppDependencies, "db" | "now">,
  { userId, userAgent, secondFactor }: Admission,
): Promise<SignedIn> {
  const admin = await findAdmin(db, userId);
  if (!admin) throw notAnAdmin();
  const token = await db.transaction(async (tx) => {
    await recordSignIn(tx, admin, secondFactor);
    return openSession(tx, { userId, userAgent, now: now() });
  });
  return { user: { id: admin.id, email: admin.email }, token };
}

function recordSignIn(db: AppDependencies["db"], { id, email }: AdminRow, secondFactor: boolean) {
  const details = { secondFactor };
  return recordEntry(db, { actor: email, action: "session.signed_in", subject: id, details });
}
