import { audiences } from "#contract/audience.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import type { Db } from "#server/lib/database/database.ts";
import { restartReminders } from "./after-hold.queries.ts";

const reminderMs = privacyPeriods.reminderHours * 60 * 60 * 1_000;

/**
 * Who did not confirm by the backup may have done so since, or have been reminded, and what was restored does not know: nobody is
 * deleted before the whole time to confirm has passed once more, and nobody is reminded a second time.
 * @param tx the transaction that ends the hold
 * @param since when the backup was restored: until then reminders may have left
 */
export async function giveTimeToConfirm(tx: Db, { since, at }: { since: Date; at: Date }): Promise<void> {
  const dueBefore = new Date(since.getTime() - reminderMs);
  for (const audience of audiences) await restartReminders(tx, audience, { dueBefore, at });
}
