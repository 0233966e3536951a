import { createMiddleware } from "hono/factory";
import type { DomainVerdict } from "#contract/email-domain.ts";
import type { OpeningRow } from "#contract/opening.schema.ts";
import { signupRefusals } from "#contract/signup-refusals.ts";
import { placeholdersOf } from "#contract/site.ts";
import { superAdminSafety } from "#server/accounts/admins.service.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { lastWentWell } from "#server/journal/journal.service.ts";
import { ApiError } from "#server/lib/http/errors.ts";
import type { DomainChecker, Mail } from "#server/mail/mail.ts";
import type { ActiveQuestions } from "#server/questionnaire/active-questions.service.ts";
import { isHttps, isOpen, openingRows } from "./opening.rules.ts";
import type { Site } from "./site-settings.service.ts";

/** Refuses a sign-up as long as a public site has placeholders for its owner. */
export function requireOpen({ site, config }: Pick<AppDependencies, "config"> & { site: Site }) {
  return createMiddleware(async (_c, next) => {
    if (!isOpen(config.baseUrl, await site.current())) {
      throw new ApiError(403, "not_open_yet", signupRefusals.notOpenYet);
    }
    await next();
  });
}

export type OpeningDeps = Pick<AppDependencies, "db" | "config"> & {
  site: Site;
  mail: Mail;
  questions: ActiveQuestions;
  domainChecker: DomainChecker;
};

/** The steps left before the opening. */
export async function listOpeningRows(deps: OpeningDeps): Promise<OpeningRow[]> {
  const { db, config, site, mail, questions, domainChecker } = deps;
  return openingRows({
    placeholders: placeholdersOf(await site.current()).length,
    isHttps: isHttps(config.baseUrl),
    isSimulation: (await mail.settings()).simulationMode,
    isConnectionTested: await lastWentWell(db, {
      action: "email.connection_tested",
      since: "email.settings_updated",
    }),
    domainVerdict: await verdictOn(domainChecker),
    questions: (await questions.current()).questions.length,
    superAdmins: await superAdminSafety(db),
  });
}

async function verdictOn(domainChecker: DomainChecker): Promise<DomainVerdict | null> {
  const { checkedAt, verdict } = await domainChecker.kept();
  return checkedAt === null ? null : verdict;
}
