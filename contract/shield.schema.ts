import { z } from "zod";
import { messages } from "./errors.ts";
import { formTokenLimits, shieldStates } from "./shield.ts";

const stateSchema = z.enum(shieldStates, messages.invalid);
const count = z.int().min(0);

/** See `Puzzle`: `sha256(challenge + ':' + email + ':' + index + ':' + nonce)` begins with `bits` zero bits. */
const puzzleSchema = z.object({ challenge: z.string(), count: z.int(), bits: z.int() });

/** Sent with a form: the token that the sign-up must return, and the proof of work under pressure. */
export const formPassSchema = z.object({ token: z.string(), puzzle: puzzleSchema.nullable() });
export type FormPass = z.infer<typeof formPassSchema>;

export const formTokenSchema = z
  .string(messages.invalid)
  .max(formTokenLimits.maxLength, messages.invalid)
  .meta({ description: "From the questionnaire, or from the last refusal" });

/** One nonce per part of the puzzle, in order. */
export const proofSchema = z.strictObject(
  { nonces: z.array(z.int(messages.invalid).min(0, messages.invalid)).max(formTokenLimits.noncesMax) },
  messages.invalid,
);
export type Proof = z.infer<typeof proofSchema>;

const thresholdSchema = z.object({ accepted: count, attempts: count });

/** What the shield does and why, over all instances. Counts are of the last 60 seconds. */
export const shieldSchema = z.object({
  /** False when SIGNUP_LIMIT_PER_MINUTE is 0: nothing is asked, counted or refused. */
  enabled: z.boolean(),
  /** The forced state, else the measured one. */
  state: stateSchema,
  forced: stateSchema.nullable(),
  measured: stateSchema,
  /** When `state` began. */
  since: z.iso.datetime(),
  perMinute: z.object({
    /** New sign-ups that were stored. */
    accepted: count,
    /** Sign-ups that were refused for one of the reasons under `refusedBy`. */
    refused: count,
    /** All requests to the sign-up call, accepted or not. */
    sent: count,
  }),
  refusedBy: z.object({
    /** Too many from one network. */
    rate: count,
    /** No token, or one that is forged, too young, expired or used. */
    token: count,
    /** Without the work that was asked for. */
    proof: count,
    /** The invisible field was filled. */
    robot: count,
  }),
  /** More than this in a minute raises the state. `attempts`: what was sent, less what its network's limit refused. */
  thresholds: z.object({ raised: thresholdSchema, attack: thresholdSchema }),
});
export type ShieldReport = z.infer<typeof shieldSchema>;

/** Null: the counts decide again. */
export const forceShieldSchema = z.strictObject({ forced: stateSchema.nullable() }, messages.invalid);
export type ForceShield = z.infer<typeof forceShieldSchema>;
