import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import { lookUpAdmin } from "./admins.service.ts";
import { openSession } from "./sessions.service.ts";
import { notAnAdmin } from "./sign-in.errors.ts";

export type SignedIn = { user: { id: string; email: string }; token: string };

type Admission = { userId: string; userAgent: string; secondFactor: boolean };

/** Opens a session for an administrator, and for nobody else. */
export async function admit(
  { db, now }: Pick<AppDependencies, "db" | "now">,
  { userId, userAgent, secondFactor }: Admission,
): Promise<SignedIn> {
  const admin = await lookUpAdmin(db, { id: userId });
  if (!admin) throw notAnAdmin();
  const token = await db.transaction(async (tx) => {
    const details = { secondFactor };
    await recordEntry(tx, { actor: admin.email, action: "session.signed_in", subject: userId, details });
    return openSession(tx, { userId, userAgent, now: now() });
  });
  return { user: { id: admin.id, email: admin.email }, token };
}
