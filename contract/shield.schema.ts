import { z } from "zod";
import { messages } from "./errors.ts";
import { formTokenLimits, shieldStates } from "./shield.ts";

const stateSchema = z.enum(shieldStates, messages.invalid);
const count = z.int().min(0);

/** See `Puzzle`: `sha256(challenge + ':' + email + ':' + index + ':' + nonce)` begins with `bits` zero bits. */
const puzzleSchema = z.object({ challenge: z.string(), count: z.int(), bits: z.int() });

/** Sent with a form: the token that the sign-up must return, and under pressure a puzzle for the proof of work. */
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

/** The shield's state and its reasons, over all instances. Counts cover the last 60 seconds. */
export const shieldSchema = z.object({
  /** False when SIGNUP_LIMIT_PER_MINUTE is 0: the shield then requires, counts and refuses nothing. */
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
    /** Refused because one network sent too many sign-ups. */
    rate: count,
    /** Refused because the token is missing, forged, too young, expired or used. */
    token: count,
    /** Refused because the required proof of work is missing or wrong. */
    proof: count,
    /** Refused because the invisible field was filled. */
    robot: count,
  }),
  /** A higher count in a minute raises the state. `attempts`: all requests except those that the limit per network refused. */
  thresholds: z.object({ raised: thresholdSchema, attack: thresholdSchema }),
});
export type ShieldReport = z.infer<typeof shieldSchema>;

/** Null ends the forced state, so that the counts decide. */
export const forceShieldSchema = z.strictObject({ forced: stateSchema.nullable() }, messages.invalid);
export type ForceShield = z.infer<typeof forceShieldSchema>;
