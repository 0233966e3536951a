import type { Db } from "#server/lib/database/database.ts";
import { findActiveSuperAdmins } from "./admins.repository.ts";

/** The e-mail addresses of the super administrators who can sign in. */
export async function superAdminEmails(db: Db): Promise<string[]> {
  const admins = await findActiveSuperAdmins(db);
  return admins.map(({ email }) => email);
}
