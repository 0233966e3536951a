import { z } from "zod";
import { audiences } from "./audience.ts";
import { messages } from "./errors.ts";
import { passageSteps, type VisitSource } from "./sources.ts";
import { defaultStatsFilters, statsAudiences } from "./stats.ts";

/** Where a visit or a sign-up came from; `medium` and `campaign` are empty when the address names none. */
export const visitSourceSchema = z.object({
  source: z.string(),
  medium: z.string(),
  campaign: z.string(),
}) satisfies z.ZodType<VisitSource>;

/** `source`: parameters of an address, as a sign-up sends them; a longer text is cut, not refused. */
export const passageSchema = z.strictObject({
  step: z.enum(passageSteps, messages.invalid),
  audience: z.enum(audiences, messages.invalid).optional(),
  source: z.string(messages.invalidText),
});

const sentences = {
  audience: "Type d’inscription inconnu",
  day: "Date incorrecte",
  order: "La fin de la période précède son début",
};

const day = z.iso.date(sentences.day).refine((text) => text >= "1900-01-01", sentences.day);

/** Calendar days in Europe/Paris, both included. By default from the first passage or sign-up until today. */
export const sourcesQuerySchema = z
  .strictObject({
    audience: z.enum(statsAudiences, sentences.audience).default(defaultStatsFilters.audience),
    from: day.optional(),
    to: day.optional(),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ["to"], error: sentences.order });
export type SourcesQuery = z.output<typeof sourcesQuerySchema>;

const count = z.number().int();

/**
 * Passages count pages seen, forms opened and forms begun. The other fields count the sign-ups of the period by their present
 * state. `invited`: sign-ups with a code that was sent, or that waits to be sent. `redeemed`: sign-ups whose code was redeemed.
 */
const sourceCountsSchema = z.object({
  views: count,
  opened: count,
  started: count,
  signedUp: count,
  confirmed: count,
  approved: count,
  invited: count,
  redeemed: count,
});

export type SourceCounts = z.output<typeof sourceCountsSchema>;

/** A source of null is unknown: the sign-up is older than the recording of sources, or sent none. */
const sourceRowSchema = sourceCountsSchema.extend({
  source: z.string().nullable(),
  medium: z.string(),
  campaign: z.string(),
});
export type SourceRow = z.output<typeof sourceRowSchema>;

/**
 * `items`: the largest sources first, at most `limits.sourceRows`. `totals` counts all sources. `days`: the days of the ten
 * largest sources, without empty days.
 */
export const sourcesSchema = z.object({
  from: z.string(),
  to: z.string(),
  totals: sourceCountsSchema,
  items: z.array(sourceRowSchema),
  days: z.array(z.object({ day: z.string(), source: z.string().nullable(), views: count, signedUp: count })),
});
export type Sources = z.output<typeof sourcesSchema>;
