import { systemActor } from "#contract/journal.ts";
import { findAdminByEmail, removeTwoFactor } from "#server/features/accounts/admins/admins.repository.ts";
import { recordEntry } from "#server/features/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";

/** For somebody who lost the device and the recovery codes. False: no administrator has this address. */
export async function resetTwoFactor(db: Db, email: string): Promise<boolean> {
  const admin = await findAdminByEmail(db, email);
  if (!admin) return false;
  await db.transaction(async (tx) => {
    await removeTwoFactor(tx, admin.id);
    const details = { email: admin.email };
    await recordEntry(tx, {
      actor: systemActor,
      action: "account.two_factor_reset",
      subject: admin.id,
      details,
    });
  });
  return true;
}
