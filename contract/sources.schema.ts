import { z } from "zod";
import type { VisitSource } from "./sources.ts";

/** Where a visit or a sign-up came from; medium and campaign are empty where nothing named them. */
export const visitSourceSchema = z.object({
  source: z.string(),
  medium: z.string(),
  campaign: z.string(),
}) satisfies z.ZodType<VisitSource>;
