import type { AppDependencies } from "./app-dependencies.ts";
import { cleanUpAccounts } from "./features/accounts/accounts-upkeep.service.ts";
import type { BackupSchedule } from "./features/backup/schedule/schedule.service.ts";
import { deleteOldEntries } from "./features/journal/journal-retention.service.ts";
import { forgetOldEvents } from "./features/mailing/bounces/events.service.ts";
import { pauseRunningCampaigns } from "./features/mailing/campaigns/campaigns.service.ts";
import { createDkimWatch } from "./features/mailing/domain/dkim-guard.service.ts";
import { forgetRetiredKeys } from "./features/mailing/domain/dkim-keys.service.ts";
import type { Mail } from "./features/mailing/outbox/mail.ts";
import { purgeMailLog } from "./features/mailing/outbox/purge.service.ts";
import { forgetSuperseded } from "./features/privacy/erasure/log/erasure-log.service.ts";
import { cleanUpMyDataLinks } from "./features/privacy/my-data/my-data-links.service.ts";
import { deleteOldRequests } from "./features/privacy/rights/requests.service.ts";
import { endSuppressions } from "./features/privacy/suppressions/suppressions.service.ts";
import { removeDeletedAnswers } from "./features/questionnaire/answer-removal.service.ts";
import type { GivenAnswers } from "./features/questionnaire/given-answers.ts";
import { cleanUpShield } from "./features/shield/shield.service.ts";
import { migrateAddresses } from "./features/signups/address-migration.service.ts";
import { deleteInactiveSignups } from "./features/signups/retention.service.ts";
import type { SignupEvents } from "./features/signups/signup-events.ts";
import { followUpUnconfirmed } from "./features/signups/unconfirmed.service.ts";
import { foldCounts } from "./features/stats/counts.service.ts";
import { createEmbeddedUpkeep } from "./lib/database/embedded-upkeep.ts";
import type { MaintenanceJob } from "./maintenance.ts";

const minuteMs = 60_000;

/** A job that deletes or ends what is over by its time, after days or months: ten minutes later will do. */
const deletion = (name: string, run: () => Promise<void>): MaintenanceJob => ({
  name,
  everyMs: 10 * minuteMs,
  deletesByTime: true,
  run,
});

/** The upkeep of every feature, in the order in which it runs. */
export function createMaintenanceJobs(
  deps: AppDependencies & {
    events: SignupEvents;
    answers: GivenAnswers;
    mail: Mail;
    backups: BackupSchedule;
  },
): MaintenanceJob[] {
  const watchDkimKeys = createDkimWatch(deps, (reason) => pauseRunningCampaigns(deps, reason));
  const isEmbedded = deps.config.databaseUrl === undefined;
  return [
    { name: "fold counts", run: () => foldCounts(deps) },
    deletion("clean up accounts", () => cleanUpAccounts(deps)),
    deletion("forget used form tokens and networks", () => cleanUpShield(deps)),
    { name: "remove answers to deleted questions", everyMs: minuteMs, run: () => removeDeletedAnswers(deps) },
    { name: "bring addresses into one form", everyMs: minuteMs, run: () => migrateAddresses(deps) },
    deletion("forget links to people's data", () => cleanUpMyDataLinks(deps)),
    deletion("delete inactive sign-ups", () => deleteInactiveSignups(deps)),
    deletion("remind and delete unconfirmed sign-ups", () => followUpUnconfirmed(deps)),
    { name: "watch the keys that mail is signed with", run: watchDkimKeys },
    deletion("forget retired keys", () => forgetRetiredKeys(deps)),
    { name: "begin the night's backup", everyMs: minuteMs, run: () => deps.backups.beginIfDue() },
    deletion("forget old messages", () => purgeMailLog(deps)),
    deletion("forget old bounces", () => forgetOldEvents(deps)),
    deletion("end what was blocked for a while", () => endSuppressions(deps)),
    deletion("forget superseded entries of the erasure log", () => forgetSuperseded(deps)),
    deletion("delete old requests for rights", () => deleteOldRequests(deps)),
    deletion("delete old entries of the journal", () => deleteOldEntries(deps)),
    ...(isEmbedded
      ? [{ name: "keep the embedded database in shape", run: createEmbeddedUpkeep(deps.db, deps.now) }]
      : []),
  ];
}
