import { systemActor } from "#contract/journal.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { lookUpAdmin } from "./admins.service.ts";
import { deleteFactorsOf } from "./factors.queries.ts";
import { revokeAccess } from "./revoke-access.service.ts";
import { askForSecondFactor, changeSecondFactor } from "./users.service.ts";

/** For somebody who lost the device and the recovery codes; all sessions end. False: no administrator has this address. */
export async function resetTwoFactor(db: Db, email: string, now: Date): Promise<boolean> {
  const admin = await lookUpAdmin(db, { email });
  if (!admin) return false;
  await changeSecondFactor(db, admin.id, async (tx) => {
    await deleteFactorsOf(tx, admin.id);
    await askForSecondFactor(tx, admin.id, false);
    await revokeAccess(tx, admin.id, { now });
    await recordEntry(tx, {
      actor: systemActor,
      action: "account.two_factor_reset",
      subject: admin.id,
      details: { email: admin.email },
    });
  });
  return true;
}
