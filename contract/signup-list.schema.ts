import { z } from "zod";
import { signupStatuses } from "./audience.ts";
import { messages } from "./errors.ts";
import { invitationSchema } from "./invitations.schema.ts";
import { limits } from "./limits.ts";
import { suppressionReasons } from "./privacy.ts";
import { fieldTypes } from "./questions/registry.ts";
import { signupReferralSchema } from "./referral-report.schema.ts";
import { conditionsTextSchema } from "./segments.schema.ts";
import { visitSourceSchema } from "./sources.schema.ts";
import { isWellFormed } from "./text.ts";
import { versioned } from "./version.schema.ts";
import { invitationStates } from "./waves.ts";

const sentences = {
  status: "Statut inconnu",
  order: "Ordre de tri inconnu",
  page: "Numéro de page incorrect",
  search: "Recherche incorrecte",
  answer: "Filtre de réponse incorrect",
  segment: "Segment incorrect",
  invitation: "Filtre d’invitation incorrect",
  show: "Colonnes incorrectes",
  since: "Date incorrecte",
} as const;

const signupFilterStatuses = ["all", ...signupStatuses] as const;
export const statusFilterSchema = z.enum(signupFilterStatuses, sentences.status);
export const searchSchema = z
  .string(sentences.search)
  .max(limits.searchMax, messages.tooLong(limits.searchMax))
  .refine((text) => isWellFormed(text) && !text.includes("\u0000"), messages.invalidText);

/** "<question id>:<option>" finds sign-ups that chose this option, alone or with others. Empty: all sign-ups. */
export const answerFilterSchema = z
  .string(sentences.answer)
  .max(limits.optionMax + 40, sentences.answer)
  .regex(/^$|^[\da-f-]{36}:.+$/su, sentences.answer)
  .refine((text) => isWellFormed(text) && !text.includes("\u0000"), sentences.answer);

/** A segment's id. Empty: all sign-ups. The id of a deleted segment matches no sign-up. */
export const segmentFilterSchema = z.union([z.literal(""), z.uuid()], sentences.segment);

/** The state of the newest invitation; `any`: every invited person; `none`: people without an invitation. Empty: all sign-ups. */
export const invitationFilterSchema = z.enum(["", "any", "none", ...invitationStates], sentences.invitation);

/** ISO 8601. The list leaves out later sign-ups, so that its rows do not move when it is read again. */
export const untilSchema = z.iso.datetime(sentences.since).optional();

/** The filters of a list, an export or a bulk action. */
const signupFilterSchema = z.strictObject(
  {
    status: statusFilterSchema.default("all"),
    search: searchSchema.default(""),
    answer: answerFilterSchema.default(""),
    segment: segmentFilterSchema.default(""),
    conditions: conditionsTextSchema.default(null),
    invitation: invitationFilterSchema.optional(),
  },
  messages.invalid,
);
export type SignupFilter = z.infer<typeof signupFilterSchema>;

const signupOrders = ["asc", "desc"] as const;

export const signupListQuerySchema = signupFilterSchema.extend({
  order: z.enum(signupOrders, sentences.order).default("desc"),
  /** Comma-separated ids of the questions whose answers are listed too. */
  show: z
    .string(sentences.show)
    .regex(/^$|^[\da-f-]{36}(,[\da-f-]{36}){0,7}$/u, sentences.show)
    .default(""),
  until: untilSchema,
  page: z.coerce
    .number(sentences.page)
    .int(sentences.page)
    .min(1, sentences.page)
    .max(1e9, sentences.page)
    .default(1),
});
export type SignupListQuery = z.infer<typeof signupListQuerySchema>;

export const signupExportQuerySchema = signupListQuerySchema
  .omit({ page: true, show: true, until: true })
  .extend({
    /** Whether sign-ups whose use is limited are exported, too. */
    limited: z
      .enum(["true", "false"], messages.invalid)
      .default("false")
      .transform((text) => text === "true"),
  });
export type SignupExportQuery = z.infer<typeof signupExportQuerySchema>;

/**
 * One line of a list. `website` is null for users. `duplicateOf` is the older sign-up with the same address, if any; a duplicate
 * gets no more mail. `disposableEmail`: the address belongs to a provider of throw-away mailboxes. `confirmedAt`: when the owner of
 * the mailbox confirmed the sign-up; null until then.
 */
export const signupSummarySchema = z.object({
  id: z.uuid(),
  firstname: z.string(),
  name: z.string(),
  email: z.string(),
  website: z.string().nullable(),
  status: z.enum(signupStatuses),
  createdAt: z.iso.datetime(),
  duplicateOf: z.uuid().nullable(),
  disposableEmail: z.boolean(),
  confirmedAt: z.iso.datetime().nullable(),
  /** A sample to try the product with. It gets no mail. */
  sample: z.boolean(),
  /** Why the address gets no mail; null when mail is allowed. Absent in the answer to a decision. */
  blockedFor: z.enum(suppressionReasons).nullable().optional(),
});
export type SignupSummary = z.infer<typeof signupSummarySchema>;

/** `answers`: the answers to the questions of `show`, by question id. `receivesNews`: the person agreed, and no rule forbids it. */
export const listedSignupSchema = signupSummarySchema.extend({
  source: visitSourceSchema.nullable().optional(),
  receivesNews: z.boolean().optional(),
  /** The state of the newest code; null for a person who was never invited. */
  invitation: z.enum(invitationStates).nullable().optional(),
  starred: z.boolean(),
  /** How many of the friends that the person brought count. */
  friends: z.int(),
  answers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
});
export type ListedSignup = z.infer<typeof listedSignupSchema>;

/**
 * `totalIsExact` is false when a search or an answer matches more than `limits.searchTotalMax`; `total` is then that bound.
 * `counts`: how many sign-ups have each status, regardless of the status filter; null when the search or the answer
 * matches more than that bound.
 * `limited`: how many sign-ups are limited at the person's wish (article 18); absent when a filter narrows the list.
 * `asOf`: the list holds sign-ups up to this time. Clients send it as `since` to count later ones.
 */
export const signupListSchema = z.object({
  items: z.array(listedSignupSchema),
  counts: z.object({ all: z.int(), pending: z.int(), approved: z.int(), rejected: z.int() }).nullable(),
  limited: z.int().optional(),
  asOf: z.iso.datetime(),
  total: z.int(),
  totalIsExact: z.boolean(),
  page: z.int(),
  pageSize: z.int(),
});
export type SignupList = z.infer<typeof signupListSchema>;

export const arrivalsQuerySchema = z.strictObject(
  { since: z.iso.datetime(sentences.since) },
  messages.invalid,
);
/** How many sign-ups arrived after `since`, counted up to `limits.searchTotalMax` + 1. */
export const arrivalsSchema = z.object({ count: z.int() });

/** An answer beside its question. `question` is null when the question was deleted since. */
const signupAnswerSchema = z.object({
  questionId: z.string(),
  question: z.string().nullable(),
  fieldType: z.enum(fieldTypes).nullable(),
  value: z.union([z.string(), z.array(z.string())]),
});
export type SignupAnswer = z.infer<typeof signupAnswerSchema>;

export const signupDetailSchema = signupSummarySchema.extend({
  answers: z.array(signupAnswerSchema),
  /** When the sign-up was limited at the person's wish: it cannot be decided and gets no mail. */
  limitedAt: z.iso.datetime().nullable(),
  /** Where the visit came from; null when unknown. */
  source: visitSourceSchema.nullable(),
  /** Null for a person who was never invited. */
  invitation: invitationSchema.nullable(),
  /** Marked by an administrator. Only administrators see the star and the note. */
  starred: z.boolean(),
  note: z.string().nullable(),
  referral: signupReferralSchema,
  ...versioned,
});
export type SignupDetail = z.infer<typeof signupDetailSchema>;
