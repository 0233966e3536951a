import { z } from "zod";
import { campaignSchema } from "./campaigns.schema.ts";
import { mailHoldSchema } from "./mail-hold.schema.ts";
import { samplesSchema } from "./samples.schema.ts";
import { shieldSchema } from "./shield.schema.ts";
import { overviewSchema } from "./stats.schema.ts";
import { toDoSchema } from "./to-do.schema.ts";

const sendingSchema = z.object({
  running: z.array(campaignSchema),
  scheduled: z.number().int(),
  /** The newest campaign that ended. */
  last: campaignSchema.nullable(),
});
export type Sending = z.infer<typeof sendingSchema>;

/** `GET /api/admin/dashboard`: all data of the dashboard. A part that could not be read is absent; a separate route serves it. */
export const dashboardSchema = z.object({
  overview: overviewSchema,
  toDo: toDoSchema.optional(),
  /** Only for super administrators, because only they may add samples. */
  samples: samplesSchema.optional(),
  hold: mailHoldSchema.optional(),
  shield: shieldSchema.optional(),
  sending: sendingSchema.optional(),
});
export type Dashboard = z.infer<typeof dashboardSchema>;
