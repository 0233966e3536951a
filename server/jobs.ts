import { deleteExpiredAccountData, deleteExpiredAttempts } from "./accounts/sessions.service.ts";
import type { AppDependencies } from "./app-dependencies.ts";
import { createBackupClearing } from "./backup/schedule/clear-backups.service.ts";
import type { BackupSchedule } from "./backup/schedule/schedule.service.ts";
import { clearOldInvitationCodes, remindInvitations } from "./invitations/invitations.service.ts";
import { startDueWaves } from "./invitations/waves.service.ts";
import { deleteOldEntries } from "./journal/journal.service.ts";
import { createEmbeddedUpkeep } from "./lib/database/embedded-upkeep.ts";
import { anonymizeOldEvents } from "./mail/bounces/events.service.ts";
import { createDkimWatch, deleteRetiredKeys } from "./mail/domain/dkim-keys.service.ts";
import { correctFutureMailTimes } from "./mail/future-times.service.ts";
import type { Mail } from "./mail/mail.ts";
import { pauseRunningCampaigns } from "./mail/sending/campaigns.service.ts";
import { purgeMailLog } from "./mail/sending/purge.service.ts";
import type { MaintenanceJob } from "./maintenance.ts";
import { deleteSupersededErasures } from "./privacy/erasure/erasure-log.service.ts";
import { deleteExpiredMyDataLinks } from "./privacy/my-data-links.service.ts";
import { deleteOldRequests } from "./privacy/requests.service.ts";
import { deleteExpiredSuppressions } from "./privacy/suppressions.service.ts";
import { type GivenAnswers, removeDeletedAnswers } from "./questionnaire/question-deletion.service.ts";
import { deleteOldReferralDevices } from "./referrals/referrals.service.ts";
import { deleteExpiredShieldData } from "./shield/shield.service.ts";
import type { ImportRunner } from "./signups/imports/import-runner.ts";
import { deleteExpiredImportLines } from "./signups/imports/lines.service.ts";
import { deleteInactiveSignups, remindAndDeleteUnconfirmed } from "./signups/retention.service.ts";
import type { SignupEvents } from "./signups/signup-events.ts";
import { deleteOldPassages } from "./signups/sources/passages.service.ts";
import type { Site } from "./site/site-settings.service.ts";
import { foldCounts } from "./stats/counts.service.ts";
import { correctFutureWebhookTimes, deleteOldDeliveries } from "./webhooks/webhooks.service.ts";

const minuteMs = 60_000;

/** A job that deletes or ends data after days or months. It runs every ten minutes, because it is not urgent. */
const deletion = (name: string, run: () => Promise<void>): MaintenanceJob => ({
  name,
  everyMs: 10 * minuteMs,
  deletesByTime: true,
  run,
});

/** The upkeep jobs of all features, in the order in which they run. */
export function createMaintenanceJobs(
  deps: AppDependencies & {
    events: SignupEvents;
    answers: GivenAnswers;
    mail: Mail;
    site: Site;
    backups: BackupSchedule;
    importRunner: ImportRunner;
  },
): MaintenanceJob[] {
  const watchDkimKeys = createDkimWatch(deps, (reason) => pauseRunningCampaigns(deps, reason));
  const isEmbedded = deps.config.databaseUrl === undefined;
  return [
    { name: "correct future times of mail", everyMs: 5 * minuteMs, run: () => correctFutureMailTimes(deps) },
    {
      name: "correct future times of webhooks",
      everyMs: 5 * minuteMs,
      run: () => correctFutureWebhookTimes(deps),
    },
    { name: "fold counts", run: () => foldCounts(deps) },
    { name: "start waves of invitations that are due", run: () => startDueWaves(deps) },
    {
      name: "remind of invitations that end soon",
      everyMs: 10 * minuteMs,
      run: () => remindInvitations(deps),
    },
    deletion("delete expired invitation codes", () => clearOldInvitationCodes(deps)),
    deletion("delete expired account data", () => deleteExpiredAccountData(deps)),
    { name: "delete past attempts", everyMs: minuteMs, run: () => deleteExpiredAttempts(deps) },
    deletion("delete expired shield data", () => deleteExpiredShieldData(deps)),
    { name: "remove answers to deleted questions", everyMs: minuteMs, run: () => removeDeletedAnswers(deps) },
    deletion("delete old referral devices", () => deleteOldReferralDevices(deps)),
    deletion("delete expired links to people's data", () => deleteExpiredMyDataLinks(deps)),
    deletion("delete inactive sign-ups", () => deleteInactiveSignups(deps)),
    deletion("remind and delete unconfirmed sign-ups", () => remindAndDeleteUnconfirmed(deps)),
    { name: "continue imports", run: async () => deps.importRunner.wake() },
    deletion("delete the lines of old imports", () => deleteExpiredImportLines(deps)),
    { name: "watch the keys that mail is signed with", run: watchDkimKeys },
    deletion("delete retired keys", () => deleteRetiredKeys(deps)),
    { name: "begin the night's backup", everyMs: minuteMs, run: () => deps.backups.beginIfDue() },
    deletion("delete old backups and the erasures from before them", createBackupClearing(deps)),
    deletion("purge the mail log", () => purgeMailLog(deps)),
    deletion("anonymize old bounces", () => anonymizeOldEvents(deps)),
    deletion("delete expired suppressions", () => deleteExpiredSuppressions(deps)),
    deletion("delete superseded entries of the erasure log", () => deleteSupersededErasures(deps)),
    deletion("delete old requests for rights", () => deleteOldRequests(deps)),
    deletion("delete old deliveries of webhooks", () => deleteOldDeliveries(deps)),
    deletion("delete old counts of visits", () => deleteOldPassages(deps)),
    deletion("delete old entries of the journal", () => deleteOldEntries(deps)),
    ...(isEmbedded
      ? [{ name: "keep the embedded database in shape", run: createEmbeddedUpkeep(deps.db, deps.now) }]
      : []),
  ];
}
