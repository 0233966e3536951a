import { z } from "zod";

/** From the first sign-in to the first approved sign-up, in the recommended order. */
export const firstSteps = ["questionnaire", "mail", "site", "signup", "approval"] as const;
export type FirstStep = (typeof firstSteps)[number];

export const firstStepLabels: Record<FirstStep, string> = {
  questionnaire: "Préparer le questionnaire",
  mail: "Régler l’expéditeur",
  site: "Dire qui vous êtes sur le site",
  signup: "Recevoir une première inscription",
  approval: "Approuver une première inscription",
};

/**
 * `fault`: a check of 'État' failed. `opening`: required before the opening to the public. `first`: a first step that the opening
 * does not require. `samples`: samples to remove. `notice`: a notice that the administrator has not dismissed.
 */
const toDoLevels = ["fault", "opening", "first", "samples", "notice"] as const;
export type ToDoLevel = (typeof toDoLevels)[number];

export const toDoLevelLabels: Record<ToDoLevel, string> = {
  fault: "À corriger",
  opening: "Avant l’ouverture",
  first: "Premiers pas",
  samples: "Exemples",
  notice: "Avis",
};

const toDoRowSchema = z.object({
  /** Identifies the row; for a notice, its id. */
  key: z.string(),
  level: z.enum(toDoLevels),
  done: z.boolean(),
  sentence: z.string(),
  details: z.array(z.string()),
  /** The path, below /admin/dashboard/, of the screen where the administrator does it. */
  link: z.string(),
});
export type ToDoRow = z.infer<typeof toDoRowSchema>;

/** `GET /api/admin/to-do`. */
export const toDoSchema = z.object({ rows: z.array(toDoRowSchema) });

export const noticeParamsSchema = z.object({ id: z.uuid() });
