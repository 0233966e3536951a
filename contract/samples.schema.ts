import { z } from "zod";

/** The numbers of sample sign-ups, and whether samples may be added now. */
export const samplesSchema = z.object({ users: z.int(), brands: z.int(), mayAdd: z.boolean() });
export type Samples = z.infer<typeof samplesSchema>;

/** How many samples were removed. */
export const samplesRemovedSchema = z.object({ removed: z.int() });

/** Samples may be added only up to this number of real sign-ups. Later they would make real people hard to find. */
export const samplesUntil = 5;

export const sampleMessages = {
  there: "Les inscriptions d’exemple sont déjà là. Retirez-les avant d’en ajouter d’autres.",
  tooLate: `Il y a déjà plus de ${samplesUntil} inscriptions réelles : des exemples s’y mêleraient.`,
  questionnaireChanged: "Le questionnaire vient de changer. Réessayez.",
} as const;
