import { oldestBackupDays } from "#contract/backup.ts";
import { storeSecretFingerprint } from "#server/accounts/installation.service.ts";
import { createEvents } from "#server/events.ts";
import { skipDueReminders } from "#server/invitations/invitations.service.ts";
import { holdWaves } from "#server/invitations/waves.service.ts";
import type { Config } from "#server/lib/config.ts";
import type { Db } from "#server/lib/database/database.ts";
import { holdMail } from "#server/mail/sending/begin-hold.service.ts";
import { holdDueCampaigns, pauseRunningCampaigns } from "#server/mail/sending/campaigns.service.ts";
import { postNotice } from "#server/notices/notices.service.ts";
import { mergeErasures, parseErasures, replayErasures } from "#server/privacy/erasure/erasure.service.ts";
import type { LoggedErasure } from "#server/privacy/erasure/erasure-log.service.ts";
import { forgetUnstartedImports } from "#server/signups/imports/lines.service.ts";
import { cancelWaitingDeliveries } from "#server/webhooks/webhook-events.service.ts";

/** Completes a restore: protects the people in the restored database, within the transaction of the restore. */
export type Completion = {
  backupMadeAt: Date;
  /** The erasure log and the installation it must belong to; null without a log. */
  erasures: { text: string; installation: string | null } | null;
  /** The erasure log of the replaced database, if it was of the same installation. */
  targetErasures?: LoggedErasure[] | null;
  /** Whether the data come from the database in use: its accounts are current, and nothing was sent since. */
  isMove?: boolean;
};

const dayMs = 86_400_000;

const pausedReason = "Une sauvegarde a été restaurée";

export const keptSentence = (name: string) => `The database of the earlier PostgreSQL is kept as ${name}.`;

/**
 * Holds all mail and webhooks, and repeats the erasures and suppressions since the backup. A restore, unlike a move, also pauses, cancels
 * or unschedules what may have been sent since, and asks to check the administrators: those deleted since are back.
 * @returns the number of replayed lines
 */
export async function completeRestore(
  tx: Db,
  config: Config & { authSecret: string },
  { backupMadeAt, erasures, targetErasures, isMove = false }: Completion,
): Promise<number> {
  await storeSecretFingerprint(tx, config);
  await holdMail(tx, backupMadeAt);
  await forgetUnstartedImports(tx);
  const fromFile = erasures ? parseErasures(erasures.text, erasures.installation) : [];
  const lines = mergeErasures(fromFile, targetErasures ?? []);
  // With a wrong clock, the date of the backup may be in the future.
  const madeAt = Math.min(backupMadeAt.getTime(), Date.now());
  const before = new Date(madeAt - oldestBackupDays * dayMs);
  const replayed = await replayErasures(tx, createEvents({ config }), { lines, before });
  if (!isMove) {
    await pauseRunningCampaigns({ db: tx }, pausedReason);
    await holdWaves(tx);
    await skipDueReminders(tx);
    await holdDueCampaigns(tx);
    await cancelWaitingDeliveries(tx);
    await postNotice(tx, { kind: "restored", details: { backupMadeAt: backupMadeAt.toISOString() } });
  }
  return replayed;
}
