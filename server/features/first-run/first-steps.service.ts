import type { FirstStep, FirstSteps } from "#contract/first-steps.schema.ts";
import { placeholdersOf } from "#contract/site.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { findFirstMoment } from "#server/features/journal/journal.service.ts";
import { getSettings } from "#server/features/mailing/settings/settings.service.ts";
import type { ActiveQuestions } from "#server/features/questionnaire/active-questions.service.ts";
import type { Site } from "#server/features/site/site-settings.service.ts";
import { countSignups } from "#server/features/stats/counts.service.ts";

export type FirstStepsDependencies = Pick<AppDependencies, "db" | "config" | "now"> & {
  site: Site;
  questions: ActiveQuestions;
};

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * What of the first steps is done. The journal remembers what the data forget: samples that were approved and taken away were
 * approved all the same.
 */
export async function getFirstSteps(deps: FirstStepsDependencies): Promise<FirstSteps> {
  const { db, now, site, questions } = deps;
  const counts = await countSignups(db);
  const approvedAt = await findFirstMoment(db, ["signup.approved", "signups.approved"]);
  const siteSavedAt = await findFirstMoment(db, ["site.updated"]);
  const approval = counts.approved > 0 || approvedAt !== null;
  const done: Record<FirstStep, boolean> = {
    questionnaire: (await questions.current()).questions.length > 0,
    mail: (await getSettings(deps)).version > 0,
    site: siteSavedAt !== null || placeholdersOf(await site.current()).length === 0,
    signup: counts.total > 0 || approval,
    approval,
  };
  const steps = (Object.keys(done) as FirstStep[]).map((key) => ({ key, done: done[key] }));
  const isFresh = approvedAt !== null && now().getTime() - approvedAt.getTime() < dayMs;
  return { steps, justFinished: isFresh && steps.every((step) => step.done) };
}
