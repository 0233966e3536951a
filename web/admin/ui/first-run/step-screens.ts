import type { FirstStep } from "#contract/first-steps.schema.ts";

/** Where each of the first steps is taken, below /admin/dashboard. */
export const stepScreens: Record<FirstStep, string> = {
  questionnaire: "questionnaire",
  mail: "emails",
  site: "site",
  signup: "signups",
  approval: "signups?status=pending&order=asc",
};

/** Sign-ups are decided on in either of their lists. */
const paths = new Set([...Object.values(stepScreens).map((address) => address.split("?")[0]), "brands"]);

/** Whether one of the first steps is taken on a screen, by its path below /admin/dashboard. */
export const isStepScreen = (path: string): boolean => paths.has(path);
