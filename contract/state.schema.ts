import { z } from "zod";

/** What `tenue check` and the page 'État' look at, in the order in which they are told. */
export const stateKeys = [
  "configuration",
  "database",
  "disk",
  "clock",
  "secrets",
  "mail",
  "dns",
  "proxy",
  "backup",
  "versions",
] as const;

/** `ok` is told as 'bon', `warn` and `error` as 'à corriger', with the sentence that mends it; only `error` ends `tenue check` with code 1. */
const stateVerdicts = ["ok", "warn", "error", "unknown"] as const;

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
