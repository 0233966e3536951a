import type { FirstStep } from "#contract/first-steps.schema.ts";
import { isPlaceholder, placeholdersOf, type SiteSettings } from "#contract/site.ts";

/** Everything that decides what of the first steps is done. */
export type FirstStepsState = {
  activeQuestions: number;
  senderEmail: string;
  site: SiteSettings;
  signups: number;
  /** Current or former. */
  hasApproved: boolean;
};

/** A step is done by what is there, not by a form that was saved as it came: placeholders keep the sender and the site open. */
export function doneSteps(state: FirstStepsState): Record<FirstStep, boolean> {
  const { activeQuestions, senderEmail, site, signups, hasApproved } = state;
  return {
    questionnaire: activeQuestions > 0,
    mail: !isPlaceholder(senderEmail),
    site: placeholdersOf(site).length === 0,
    signup: signups > 0 || hasApproved,
    approval: hasApproved,
  };
}
