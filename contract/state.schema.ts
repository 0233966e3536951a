import { z } from "zod";
import { stateKeys, stateVerdicts } from "./state.ts";

const stateRowSchema = z.object({
  key: z.enum(stateKeys),
  verdict: z.enum(stateVerdicts),
  /** What was found, in a few words. */
  found: z.string(),
  /** The sentence that mends it. */
  fix: z.string().optional(),
});
export type StateRow = z.infer<typeof stateRowSchema>;

/** `GET /api/admin/state`. */
export const stateSchema = z.object({
  /** ISO 8601 in UTC. */
  checkedAt: z.string(),
  version: z.string(),
  rows: z.array(stateRowSchema),
});
export type State = z.infer<typeof stateSchema>;
