import type { FirstStep } from "#contract/first-steps.schema.ts";

/** Where each of the first steps is taken, below /admin/dashboard. */
export const stepScreens: Record<FirstStep, string> = {
  questionnaire: "questionnaire",
  mail: "emails",
  site: "site",
  signup: "signups",
  approval: "signups?status=pending&order=asc",
};
