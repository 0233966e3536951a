import type { Db } from "#server/lib/database/database.ts";
import { forbidden } from "#server/lib/http/errors.ts";
import { countSuperAdmins, findActiveSuperAdmins, findAdmin } from "./admins.queries.ts";

/** The e-mail addresses of the super administrators who can sign in. */
export async function superAdminEmails(db: Db): Promise<string[]> {
  const admins = await findActiveSuperAdmins(db);
  return admins.map(({ email }) => email);
}

/** How many hold the keys, and whether each of their sign-ins needs a second factor. */
export async function superAdminSafety(db: Db): Promise<{ count: number; allTwoFactor: boolean }> {
  const { all, twoFactor } = await countSuperAdmins(db);
  return { count: all, allTwoFactor: all === twoFactor };
}

/** The right may have gone between the guard and the lock. */
export async function ensureSuperAdmin(db: Db, id: string): Promise<void> {
  const admin = await findAdmin(db, id);
  if (!admin?.isSuperAdmin) throw forbidden();
}
