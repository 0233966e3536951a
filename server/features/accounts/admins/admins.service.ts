import { adminMessages } from "#contract/admins.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/features/journal/journal.service.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { notFound } from "#server/lib/http/errors.ts";
import { lastSuperAdmin, ownAccount } from "./admins.errors.ts";
import { countOtherSuperAdmins, deleteAccount, findAdmin, withAdminLock } from "./admins.repository.ts";
import { ensureSuperAdmin } from "./super-admins.service.ts";

/**
 * Deletes an administrator, whose sessions end with the account. Two who delete each other at once come one after
 * the other: the second is no super administrator any more when its turn comes.
 */
export async function removeAdmin(
  { db }: Pick<AppDependencies, "db">,
  { id, admin }: { id: string; admin: CurrentAdmin },
): Promise<void> {
  if (id === admin.id) throw ownAccount();
  await withAdminLock(db, async (tx) => {
    await ensureSuperAdmin(tx, admin.id);
    const removed = await findAdmin(tx, id);
    if (!removed) throw notFound(adminMessages.adminGone);
    if (removed.isSuperAdmin && (await countOtherSuperAdmins(tx, id)) === 0) throw lastSuperAdmin();
    await deleteAccount(tx, id);
    await recordEntry(tx, {
      actor: admin.email,
      action: "admin.deleted",
      subject: id,
      details: { email: removed.email, isSuperAdmin: removed.isSuperAdmin },
    });
  });
}
