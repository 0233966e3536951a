import { z } from "zod";

/** The steps before the product opens to the public, in display order. */
const openingSteps = [
  "placeholders",
  "https",
  "simulation",
  "connection",
  "domain",
  "questionnaire",
  "second_super_admin",
  "two_factor",
] as const;
export type OpeningStep = (typeof openingSteps)[number];

const openingRowSchema = z.object({
  key: z.enum(openingSteps),
  done: z.boolean(),
  label: z.string(),
  /** The path of the screen where it is done, below /admin/dashboard/. */
  link: z.string(),
});
export type OpeningRow = z.infer<typeof openingRowSchema>;

export const openingSchema = z.object({ items: z.array(openingRowSchema) });
