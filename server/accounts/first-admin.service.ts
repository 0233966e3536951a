import type { Db } from "#server/lib/database/database.ts";
import {
  type AdminRow,
  findAdminByEmail,
  findPendingSuperAdmin,
  insertAdmin,
  isAnyActivated,
  makeSuperAdmin,
  renameAdmin,
} from "./admins.queries.ts";

/** Nobody can sign in yet. */
export async function isSetUpRequired(db: Db): Promise<boolean> {
  return !(await isAnyActivated(db));
}

/** The one who is to be the first super administrator, with this address; repeated, it moves to another address. */
export async function ensureFirstAdmin(tx: Db, email: string): Promise<AdminRow> {
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
