import type { ToDoRow } from "#contract/to-do.schema.ts";
import { getSuperAdminSecurity } from "#server/accounts/admins.service.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { didLastSucceed, findFirstTime } from "#server/journal/journal.service.ts";
import { withStaleFallback } from "#server/lib/concurrency.ts";
import { isHttps } from "#server/lib/config.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { getLastDomainCheck } from "#server/mail/domain/domain-check.service.ts";
import { loadBounceSettings, loadDeliverySettings } from "#server/mail/settings/delivery-settings.service.ts";
import { listNotices } from "#server/notices/notices.service.ts";
import type { ActiveQuestions } from "#server/questionnaire/active-questions.service.ts";
import { getSamples } from "#server/signups/samples/samples.service.ts";
import type { Site } from "#server/site/site-settings.service.ts";
import { countSignups } from "#server/stats/counts.service.ts";
import { checkProxy, checkState, type StateDeps } from "./state.service.ts";
import { faultRows, isForEveryAdmin, samplesRows, stepRows } from "./to-do.rules.ts";

export type StepsDeps = Pick<AppDependencies, "db" | "config" | "now"> & {
  site: Pick<Site, "current">;
  questions: Pick<ActiveQuestions, "current">;
};
export type ToDoDeps = StepsDeps & StateDeps;

/** The longest wait of the dashboard for a check; 'État' waits longer. */
const timeoutMs = 1_000;
/** When the public address answers more slowly, its last answer of five minutes is used. */
const proxyTimeout = { ms: 100, maxAgeMs: 5 * 60_000 };

/** @returns a function that lists the steps for one administrator, including the done ones */
export function createToDo(deps: ToDoDeps) {
  const checkKnownProxy = withStaleFallback(proxyTimeout, () => checkProxy(deps));
  return async ({ id, isSuperAdmin }: Pick<CurrentAdmin, "id" | "isSuperAdmin">): Promise<ToDoRow[]> => {
    if (!isSuperAdmin) return (await listSteps(deps)).filter(isForEveryAdmin);
    const [state, steps, notices] = await Promise.all([
      checkState(deps, timeoutMs, checkKnownProxy),
      listSteps(deps),
      listNotices(deps.db, id),
    ]);
    return [...faultRows(state), ...steps, ...notices];
  };
}

/** The steps of the installation and its samples, the same for all super administrators. */
export async function listSteps({ db, config, now, site, questions }: StepsDeps): Promise<ToDoRow[]> {
  const counts = await countSignups(db);
  const mail = await loadDeliverySettings(db, config);
  const domain = await getLastDomainCheck({ db, now, mail: { settings: async () => mail } });
  const steps = stepRows({
    activeQuestions: (await questions.current()).questions.length,
    senderEmail: mail.senderEmail,
    site: await site.current(),
    signups: counts.total,
    // The journal still has approved samples that were removed.
    hasApproved:
      counts.approved > 0 || (await findFirstTime(db, ["signup.approved", "signups.approved"])) !== null,
    isHttps: isHttps(config.baseUrl),
    isConnectionTested: await didLastSucceed(db, {
      action: "email.connection_tested",
      since: "email.settings_updated",
    }),
    domainVerdict: domain.checkedAt === null ? null : domain.verdict,
    isSimulation: mail.simulationMode,
    copiesBackups: config.backupCommand !== undefined,
    readsBounces: (await loadBounceSettings(db, config)).mailbox !== null,
    superAdmins: await getSuperAdminSecurity(db),
  });
  const samples = await getSamples(db);
  return [...steps, ...samplesRows(samples.users + samples.brands)];
}
