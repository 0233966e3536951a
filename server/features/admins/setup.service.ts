import { systemActor } from "#contract/journal.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/features/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { issueLink } from "./admin-list.service.ts";
import { setUpDone } from "./admins.errors.ts";
import {
  type AdminRow,
  findAdminByEmail,
  findPendingSuperAdmin,
  insertAdmin,
  isAnyActivated,
  makeSuperAdmin,
  renameAdmin,
  withAdminLock,
} from "./admins.repository.ts";

/** Nobody can sign in yet. */
export async function isSetUpRequired(db: Db): Promise<boolean> {
  return !(await isAnyActivated(db));
}

/**
 * Makes the first super administrator, without a password. Whoever reaches the page first gains nothing: the link is
 * on the server's console only. It may be repeated, with another address, until somebody has activated.
 */
export async function setUpFirstAdmin(deps: AppDependencies, email: string): Promise<void> {
  const { admin, link } = await withAdminLock(deps.db, async (tx) => {
    if (await isAnyActivated(tx)) throw setUpDone();
    const first = await ensureFirstAdmin(tx, email.toLowerCase());
    await recordEntry(tx, {
      actor: systemActor,
      action: "admin.set_up",
      subject: first.id,
      details: { email: first.email },
    });
    return { admin: first, link: await issueLink(deps, first, tx) };
  });
  deps.announce(`Activate the administrator ${admin.email} within 24 hours: ${link.activationLink}`);
}

async function ensureFirstAdmin(tx: Db, email: string): Promise<AdminRow> {
  const sameAddress = await findAdminByEmail(tx, email);
  if (sameAddress) {
    await makeSuperAdmin(tx, sameAddress.id);
    return { ...sameAddress, isSuperAdmin: true };
  }
  const pending = await findPendingSuperAdmin(tx);
  if (!pending) return insertAdmin(tx, { email, isSuperAdmin: true });
  await renameAdmin(tx, pending.id, email);
  return { ...pending, email };
}
