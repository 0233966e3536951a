import { z } from "zod";
import { messages } from "./errors.ts";
import { stateActions, stateKeys, stateVerdicts } from "./state.ts";

/** The answer of `GET /api/health` and `GET /api/ready`. A failure has the body of every other error. */
export const healthSchema = z.object({ status: z.literal("ok") });

const stateRowSchema = z.object({
  key: z.enum(stateKeys),
  verdict: z.enum(stateVerdicts),
  found: z.string(),
  /** The sentence that explains the fix. */
  fix: z.string().optional(),
  action: z.enum(stateActions).optional(),
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

/** `POST /api/admin/state/clock`: the time of the server's clock that an administrator saw and confirms. */
export const clockConfirmationSchema = z.strictObject(
  { at: z.iso.datetime(messages.invalid) },
  messages.invalid,
);
