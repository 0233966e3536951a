import type { Admin, CreateAdmin } from "#contract/admins.schema.ts";
import { adminMessages } from "#contract/admins.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { notFound } from "#server/lib/http/errors.ts";
import { adminExists, lastSuperAdmin, ownAccount } from "./admins.errors.ts";
import {
  type AdminRow,
  countOtherSuperAdmins,
  deleteAccount,
  findAdmin,
  findAdminByEmail,
  insertNewAdmin,
  lockAdmin,
  makeSuperAdmin,
  markActivated,
  withAdminLock,
} from "./admins.queries.ts";
import { toAdmin } from "./admins.view.ts";
import { revokeAccess } from "./revoke-access.service.ts";
import { ensureSuperAdmin } from "./super-admins.service.ts";

/** Null: nobody, or a user who is no administrator (any more). */
export function lookUpAdmin(db: Db, by: { id: string } | { email: string }): Promise<AdminRow | null> {
  return "id" in by ? findAdmin(db, by.id) : findAdminByEmail(db, by.email);
}

/** Adds an administrator for a super administrator. @throws ApiError 409 when the address is taken */
export async function addAdmin(
  db: Db,
  { email, isSuperAdmin, admin }: CreateAdmin & { admin: CurrentAdmin },
): Promise<Admin> {
  await ensureSuperAdmin(db, admin.id);
  const added = await insertNewAdmin(db, { email, isSuperAdmin });
  if (!added) throw adminExists();
  return toAdmin(added);
}

/** The administrator of that address, added if need be, and made a super administrator if asked for. */
export async function ensureAdmin(db: Db, { email, isSuperAdmin }: CreateAdmin) {
  const known = await findAdminByEmail(db, email);
  const admin = known ?? (await insertNewAdmin(db, { email, isSuperAdmin }));
  if (!admin) throw adminExists();
  if (known && isSuperAdmin) await makeSuperAdmin(db, known.id);
  return { ...admin, isSuperAdmin: isSuperAdmin || admin.isSuperAdmin, isNew: known === null };
}

/** Lets the account sign in from now on, unless it could already. Returns it as it was before; null when it is gone. */
export async function activateAdmin(db: Db, id: string, now: Date): Promise<AdminRow | null> {
  const admin = await lockAdmin(db, id);
  if (admin) await markActivated(db, id, now);
  return admin;
}

/**
 * Deletes an administrator, whose sessions end with the account. Two who delete each other at once come one after
 * the other: the second is no super administrator any more when its turn comes.
 */
export async function removeAdmin(
  { db, now }: Pick<AppDependencies, "db" | "now">,
  { id, admin }: { id: string; admin: CurrentAdmin },
): Promise<void> {
  if (id === admin.id) throw ownAccount();
  await changeAdmins(db, async (tx) => {
    await ensureSuperAdmin(tx, admin.id);
    const removed = await findAdmin(tx, id);
    if (!removed) throw notFound(adminMessages.adminGone);
    if (removed.isSuperAdmin && (await countOtherSuperAdmins(tx, id)) === 0) throw lastSuperAdmin();
    await revokeAccess(tx, id, { now: now() });
    await deleteAccount(tx, id);
    await recordEntry(tx, {
      actor: admin.email,
      action: "admin.deleted",
      subject: id,
      details: { email: removed.email, isSuperAdmin: removed.isSuperAdmin },
    });
  });
}

/** Changes of the set of administrators come one after the other. */
export function changeAdmins<Result>(db: Db, change: (tx: Db) => Promise<Result>): Promise<Result> {
  return withAdminLock(db, change);
}
