import { cleanUpAccounts } from "./features/accounts/accounts-upkeep.service.ts";
import { templateMails } from "./features/mailing/templates/template-mail.service.ts";
import { removeDeletedAnswers } from "./features/questionnaire/answer-removal.service.ts";
import { cleanUpShield } from "./features/shield/shield.service.ts";
import { migrateAddresses } from "./features/signups/address-migration.service.ts";
import { deleteInactiveSignups } from "./features/signups/retention.service.ts";
import { foldCounts } from "./features/stats/counts.service.ts";
import type { MaintenanceJob } from "./maintenance.ts";

/** The upkeep of every feature, in the order in which it runs. */
export const maintenanceJobs: readonly MaintenanceJob[] = [
  { name: "fold counts", run: foldCounts },
  { name: "clean up accounts", run: cleanUpAccounts },
  { name: "forget used form tokens and networks", run: cleanUpShield },
  { name: "remove answers to deleted questions", run: (deps) => removeDeletedAnswers(deps) },
  { name: "bring addresses into one form", run: (deps) => migrateAddresses(deps, [templateMails]) },
  { name: "delete inactive sign-ups", run: (deps) => deleteInactiveSignups(deps, [templateMails]) },
];
