import { z } from "zod";
import { emailEventSchema } from "./bounces.schema.ts";
import { emailSchema } from "./email-address.schema.ts";
import { messages } from "./errors.ts";
import { limits } from "./limits.ts";
import { suppressionReasons, suppressionScopes } from "./privacy.ts";
import { lineSchema } from "./text.schema.ts";

export const suppressionMessages = {
  reasonRequired: "Choisissez un motif",
  noteRequired: "Indiquez pourquoi",
  noteWithAddress: "N’écrivez pas d’adresse ici : le journal n’en garde aucune",
  exists: "Cette adresse est déjà bloquée pour ce motif.",
  gone: "Ce blocage n’existe plus.",
  limited: "Une limitation se lève depuis « Données personnelles ».",
  erased: "adresse effacée",
} as const;

/** The reasons for which an administrator may block an address. The other reasons follow from requests of the address's owner. */
export const addableReasons = ["manual", "unsubscribed", "bounced", "complained"] as const;

export const addSuppressionSchema = z.strictObject(
  { email: emailSchema(), reason: z.enum(addableReasons, suppressionMessages.reasonRequired) },
  messages.invalid,
);

/** Why the suppression of an address is lifted. The journal keeps the reason without the address. */
export const liftSuppressionSchema = z.strictObject(
  {
    reason: lineSchema(suppressionMessages.noteRequired, limits.subjectMax).refine(
      (text) => !text.includes("@"),
      suppressionMessages.noteWithAddress,
    ),
  },
  messages.invalid,
);

/** Lifts several suppressions with one reason. */
export const liftSuppressionsSchema = z.strictObject(
  {
    ids: z
      .array(z.uuid(messages.invalid), messages.invalid)
      .min(1, messages.invalid)
      .max(100, messages.invalid),
    reason: liftSuppressionSchema.shape.reason,
  },
  messages.invalid,
);
export const liftedSuppressionsSchema = z.object({ count: z.int() });

const cursorPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f-]{36}$/;

/** Filters: `email` is a whole address. `before`: the cursor of the previous page. */
export const suppressionQuerySchema = z.strictObject(
  {
    email: z.union([z.literal(""), emailSchema()]).default(""),
    reason: z.enum(["all", ...suppressionReasons], messages.invalid).default("all"),
    before: z.string(messages.invalid).regex(cursorPattern, messages.invalid).optional(),
  },
  messages.invalid,
);
export const suppressionParamsSchema = z.strictObject({ id: z.uuid(messages.invalid) });

/** `email` is null when no table holds the address any more. */
export const suppressionSchema = z.object({
  id: z.uuid(),
  email: z.string().nullable(),
  scope: z.enum(suppressionScopes),
  reason: z.enum(suppressionReasons),
  at: z.iso.datetime(),
  source: z.string(),
  /** When the suppression ends automatically; null when it stays. */
  until: z.iso.datetime().nullable(),
  /** The bounces and complaints that servers and services reported. */
  events: z.array(emailEventSchema),
});
export type Suppression = z.infer<typeof suppressionSchema>;

/** Newest first. `next`: the cursor of the next, older page; null on the last. */
export const suppressionListSchema = z.object({
  items: z.array(suppressionSchema),
  next: z.string().nullable(),
});
