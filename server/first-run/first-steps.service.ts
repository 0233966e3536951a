import type { FirstStep, FirstSteps } from "#contract/first-steps.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { findFirstMoment } from "#server/journal/journal.service.ts";
import { getSettings } from "#server/mail/settings/settings.service.ts";
import type { ActiveQuestions } from "#server/questionnaire/active-questions.service.ts";
import type { Site } from "#server/site/site-settings.service.ts";
import { countSignups } from "#server/stats/counts.service.ts";
import { doneSteps } from "./first-steps.rules.ts";

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
  const done = doneSteps({
    activeQuestions: (await questions.current()).questions.length,
    senderEmail: (await getSettings(deps)).senderEmail,
    site: await site.current(),
    signups: counts.total,
    hasApproved: counts.approved > 0 || approvedAt !== null,
  });
  const steps = (Object.keys(done) as FirstStep[]).map((key) => ({ key, done: done[key] }));
  const isFresh = approvedAt !== null && now().getTime() - approvedAt.getTime() < dayMs;
  return { steps, justFinished: isFresh && steps.every((step) => step.done) };
}
