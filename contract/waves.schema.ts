import { z } from "zod";
import { audiences } from "./audience.ts";
import { messages } from "./errors.ts";
import { placeSchema } from "./place.schema.ts";
import { leftOutReasons, waveLimits, waveMessages, waveOrders, waveStatuses } from "./waves.ts";

const fields = {
  audience: z.enum(audiences, messages.invalid),
  /** Null: all sign-ups. */
  segmentId: z.uuid(waveMessages.segment).nullable().default(null),
  order: z.enum(waveOrders, waveMessages.order),
  count: z
    .int(waveMessages.count)
    .min(1, waveMessages.count)
    .max(waveLimits.count, `${waveLimits.count.toLocaleString("fr-FR")} au maximum`),
  /** The seed of a lottery, as a preview drew it. Without it, the server draws a new seed. */
  seed: z
    .string(waveMessages.seed)
    .regex(/^[\da-f]{16}$/, waveMessages.seed)
    .optional(),
};

export const previewWaveSchema = z.strictObject(fields, messages.invalid);
export type PreviewWave = z.output<typeof previewWaveSchema>;
/** The choice of the people that a wave invites, as a form sends it. */
export type WaveChoice = z.input<typeof previewWaveSchema>;

export const createWaveSchema = z.strictObject(
  {
    ...fields,
    /** An id that the caller may choose. It makes the request idempotent: sent twice, it creates one wave. */
    id: z.uuid(messages.invalid).optional(),
    templateId: z.uuid(waveMessages.template),
    /** The segment's version in the preview. A wave of another version is refused. */
    segmentVersion: z.int(messages.invalid).optional(),
    /** When the wave starts automatically. Without it, a call of `start` starts the wave. */
    startsAt: z.iso.datetime({ offset: true, error: waveMessages.startsAt }).nullable().optional(),
  },
  messages.invalid,
);
export type CreateWave = z.output<typeof createWaveSchema>;

export const waveIdSchema = z.strictObject({ id: z.uuid(waveMessages.notFound) });

/** `count`: people that the wave would invite now. `available`: people that it may choose from. `first`: at most ten, in order. */
export const wavePreviewSchema = z.object({
  count: z.int(),
  available: z.int(),
  sentence: z.string().nullable(),
  /** Null without a segment. */
  segmentVersion: z.int().nullable(),
  seed: z.string().nullable(),
  first: z.array(
    z.object({
      id: z.uuid(),
      firstname: z.string(),
      name: z.string(),
      email: z.string(),
      createdAt: z.iso.datetime(),
    }),
  ),
  leftOut: z.array(z.object({ reason: z.enum(leftOutReasons), count: z.int() })),
});
export type WavePreview = z.output<typeof wavePreviewSchema>;

/** Counts each invited person once, by the state of the invitation in this wave. */
const waveCounts = z.object({
  toSend: z.int(),
  sent: z.int(),
  redeemed: z.int(),
  expired: z.int(),
  revoked: z.int(),
  bounced: z.int(),
});

export const waveSchema = z.object({
  id: z.uuid(),
  audience: z.enum(audiences),
  segmentId: z.uuid().nullable(),
  /** The segment's sentence; null without one. */
  sentence: z.string().nullable(),
  order: z.enum(waveOrders),
  count: z.int(),
  seed: z.string().nullable(),
  templateId: z.uuid(),
  status: z.enum(waveStatuses),
  startsAt: z.iso.datetime().nullable(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  total: z.int(),
  problem: z.string().nullable(),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  counts: waveCounts,
});
export type Wave = z.output<typeof waveSchema>;

/** Newest first. `next`: the `before` of the next page. */
export const waveListSchema = z.object({ items: z.array(waveSchema), next: z.string().nullable() });
export const waveListQuerySchema = z.strictObject({ before: placeSchema.optional() }, messages.invalid);
/** A wave with the days (in Paris) on which its codes were redeemed. `hasLeft`: whether a code was sent or redeemed, even a revoked one. */
export const waveDetailSchema = waveSchema.extend({
  hasLeft: z.boolean(),
  redeemedByDay: z.array(z.object({ day: z.iso.date(), count: z.int() })),
});
export type WaveDetail = z.output<typeof waveDetailSchema>;
