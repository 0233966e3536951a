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
/** What goes by its age goes after days or months. */
const tenMinutesMs = 10 * minuteMs;

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
    {
      name: "clean up accounts",
      everyMs: tenMinutesMs,
      deletesByTime: true,
      run: () => cleanUpAccounts(deps),
    },
    {
      name: "forget used form tokens and networks",
      everyMs: tenMinutesMs,
      deletesByTime: true,
      run: () => cleanUpShield(deps),
    },
    { name: "remove answers to deleted questions", everyMs: minuteMs, run: () => removeDeletedAnswers(deps) },
    { name: "bring addresses into one form", everyMs: minuteMs, run: () => migrateAddresses(deps) },
    {
      name: "forget links to people's data",
      everyMs: tenMinutesMs,
      deletesByTime: true,
      run: () => cleanUpMyDataLinks(deps),
    },
    {
      name: "delete inactive sign-ups",
      everyMs: tenMinutesMs,
      deletesByTime: true,
      run: () => deleteInactiveSignups(deps),
    },
    {
      name: "remind and delete unconfirmed sign-ups",
      everyMs: tenMinutesMs,
      deletesByTime: true,
      run: () => followUpUnconfirmed(deps),
    },
    { name: "watch the keys that mail is signed with", run: watchDkimKeys },
    {
      name: "forget retired keys",
      everyMs: tenMinutesMs,
      deletesByTime: true,
      run: () => forgetRetiredKeys(deps),
    },
    { name: "begin the night's backup", everyMs: minuteMs, run: () => deps.backups.beginIfDue() },
    {
      name: "forget old messages",
      everyMs: tenMinutesMs,
      deletesByTime: true,
      run: () => purgeMailLog(deps),
    },
    {
      name: "forget old bounces",
      everyMs: tenMinutesMs,
      deletesByTime: true,
      run: () => forgetOldEvents(deps),
    },
    {
      name: "end what was blocked for a while",
      everyMs: tenMinutesMs,
      deletesByTime: true,
      run: () => endSuppressions(deps),
    },
    {
      name: "forget superseded entries of the erasure log",
      everyMs: tenMinutesMs,
      deletesByTime: true,
      run: () => forgetSuperseded(deps),
    },
    {
      name: "delete old requests for rights",
      everyMs: tenMinutesMs,
      deletesByTime: true,
      run: () => deleteOldRequests(deps),
    },
    {
      name: "delete old entries of the journal",
      everyMs: tenMinutesMs,
      deletesByTime: true,
      run: () => deleteOldEntries(deps),
    },
    ...(isEmbedded
      ? [{ name: "keep the embedded database in shape", run: createEmbeddedUpkeep(deps.db, deps.now) }]
      : []),
  ];
}
