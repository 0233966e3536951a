import { z } from "zod";

const firstSteps = ["questionnaire", "mail", "site", "signup", "approval"] as const;
export type FirstStep = (typeof firstSteps)[number];

/** The first steps of an installation, in the recommended order. */
export const firstStepLabels: Record<FirstStep, string> = {
  questionnaire: "Préparer le questionnaire",
  mail: "Régler l’expéditeur",
  site: "Dire qui vous êtes sur le site",
  signup: "Recevoir une première inscription",
  approval: "Approuver une première inscription",
};

/** `justFinished`: all is done, and the first approval is not a day old. */
export const firstStepsSchema = z.object({
  steps: z.array(z.object({ key: z.enum(firstSteps), done: z.boolean() })),
  justFinished: z.boolean(),
});
export type FirstSteps = z.infer<typeof firstStepsSchema>;
