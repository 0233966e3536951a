import { z } from "zod";

/** What a row of the log holds of its recipient; older rows may hold more. */
export const recipientVariablesSchema = z.object({
  name: z.string().exactOptional(),
  firstName: z.string().exactOptional(),
});
