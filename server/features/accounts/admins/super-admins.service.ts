import type { Db } from "#server/lib/database/database.ts";
import { forbidden } from "#server/lib/http/errors.ts";
import { findActiveSuperAdmins, findAdmin } from "./admins.repository.ts";

/** The e-mail addresses of the super administrators who can sign in. */
export async function superAdminEmails(db: Db): Promise<string[]> {
  const admins = await findActiveSuperAdmins(db);
  return admins.map(({ email }) => email);
}

/** The right may have gone between the guard and the lock. */
export async function ensureSuperAdmin(db: Db, id: string): Promise<void> {
  const admin = await findAdmin(db, id);
  if (!admin?.isSuperAdmin) throw forbidden();
}
