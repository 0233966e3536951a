import { z } from "zod";

/** How many sample sign-ups there are, and whether some may be added now. */
export const samplesSchema = z.object({ users: z.int(), brands: z.int(), mayAdd: z.boolean() });
export type Samples = z.infer<typeof samplesSchema>;

/** How many were taken away. */
export const samplesRemovedSchema = z.object({ removed: z.int() });

/** Samples may be added while there are no more real sign-ups than these: later they would hide real people. */
export const samplesUntil = 5;

export const sampleMessages = {
  there: "Les inscriptions d’exemple sont déjà là. Retirez-les avant d’en ajouter d’autres.",
  tooLate: `Il y a déjà plus de ${samplesUntil} inscriptions réelles : des exemples s’y mêleraient.`,
  questionnaireChanged: "Le questionnaire vient de changer. Réessayez.",
} as const;
