import { z } from "zod";
import { audiences, signupStatuses, targetTypes } from "./audience.ts";
import { messages } from "./errors.ts";
import { invitationSchema } from "./invitations.schema.ts";
import { limits } from "./limits.ts";
import { suppressionReasons } from "./privacy.ts";
import { showIfSchema } from "./questionnaire.schema.ts";
import { fieldTypes } from "./questions/registry.ts";
import { signupReferralSchema } from "./referral-report.schema.ts";
import { conditionsSchema, conditionsTextSchema } from "./segments.schema.ts";
import { formPassSchema, formTokenSchema, proofSchema } from "./shield.schema.ts";
import { signupMessages } from "./signup.ts";
import { visitSourceSchema } from "./sources.schema.ts";
import { lineSchema } from "./text.schema.ts";
import { isWellFormed } from "./text.ts";
import { versioned } from "./version.schema.ts";
import { invitationStates } from "./waves.ts";

const sentences = {
  audience: "Type d’inscription inconnu",
  id: "Identifiant incorrect",
  status: "Statut inconnu",
  order: "Ordre de tri inconnu",
  page: "Numéro de page incorrect",
  search: "Recherche incorrecte",
  answer: "Filtre de réponse incorrect",
  segment: "Segment incorrect",
  invitation: "Filtre d’invitation incorrect",
  show: "Colonnes incorrectes",
  since: "Date incorrecte",
  viewName: "Donnez un nom à la vue",
  viewQuery: "Vue incorrecte",
  key: "Clé d’idempotence incorrecte",
  action: "Action inconnue",
  selection: "Sélectionnez au moins une inscription",
  tooManySelected: `${limits.bulkIdsMax.toLocaleString("fr-FR")} inscriptions au maximum`,
  tooManyAnswers: `${limits.responsesMax} réponses au maximum`,
} as const;

const audienceSchema = z.enum(audiences, sentences.audience);
export const audienceParamsSchema = z.strictObject({ audience: audienceSchema });
export const audienceQuerySchema = z.strictObject({ audience: audienceSchema }, messages.invalid);
export const signupParamsSchema = z.strictObject({
  audience: audienceSchema,
  id: z.uuid(sentences.id),
});

/** The questions that a visitor is asked, in order. */
const activeQuestionsSchema = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      fieldType: z.enum(fieldTypes),
      options: z.array(z.string()).nullable(),
      required: z.boolean(),
      active: z.boolean(),
      orderPosition: z.int(),
      targetType: z.enum(targetTypes),
      showIf: showIfSchema.nullable().optional(),
      autoComplete: z.string().optional(),
    }),
  ),
});

/** The questions with what the form needs to be sent. */
export const questionnaireSchema = activeQuestionsSchema.extend(formPassSchema.shape);

/** 8 to 200 visible ASCII characters, made by the dialog for each sign-up that a visitor sends. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{8,200}$/;
export const idempotencyKeySchema = z.string(sentences.key).regex(idempotencyKeyPattern, sentences.key);

const answerSchema = z.union(
  [z.string(), z.array(z.string()).max(limits.optionsMax)],
  signupMessages.answerInvalid,
);

/** zod drops a `__proto__` key in silence; here it is refused like any other unknown question. */
const responsesSchema = z
  .unknown()
  .superRefine((value, context) => {
    if (typeof value !== "object" || value === null) return;
    const keys = Object.keys(value);
    if (keys.includes("__proto__")) {
      context.addIssue({ code: "custom", path: ["__proto__"], message: messages.unknownField });
    }
    if (keys.length > limits.responsesMax) {
      context.addIssue({ code: "custom", message: sentences.tooManyAnswers });
    }
  })
  .meta({ type: "object", description: "By question id: a text, or a list of texts for checkboxes" })
  .pipe(z.record(z.string(), answerSchema, messages.invalid));

/**
 * The body of a sign-up: its shape only. What the texts must be is `validateSignup`, which the browser uses too.
 * `company` is a field that no person sees: only a robot fills it. `emailConfirmed` says that the address is right
 * although its domain does not seem to receive mail (the answer to `email_unconfirmed`).
 */
export const signupSchema = z.strictObject(
  {
    firstname: z.string(signupMessages.firstnameRequired),
    name: z.string(signupMessages.nameRequired),
    email: z.string(signupMessages.emailRequired),
    website: z.string(signupMessages.websiteRequired).optional(),
    responses: responsesSchema,
    company: z.string(messages.invalidText).optional(),
    emailConfirmed: z.boolean(messages.invalid).optional(),
    /** Whether the box for news was ticked: its wording is that of the texts that the token names. */
    newsConsent: z.boolean(messages.invalid).optional(),
    /** Where the visit came from, as parameters of an address (`utm_source=…&utm_medium=…&utm_campaign=…`); cut rather than refused. */
    source: z.string(messages.invalidText).optional(),
    token: formTokenSchema.optional(),
    proof: proofSchema.optional(),
  },
  messages.invalid,
);
export type SignupBody = z.infer<typeof signupSchema>;

/** `confirms`: a message asks to confirm the address. */
export const signupCreatedSchema = z.object({ id: z.uuid(), confirms: z.boolean() });

/** The address of a sign-up that was just sent, corrected by its visitor. */
export const correctAddressSchema = signupSchema.pick({ email: true, emailConfirmed: true });
export const resendConfirmationSchema = signupSchema.pick({ email: true });

const signupFilterStatuses = ["all", ...signupStatuses] as const;
const statusFilterSchema = z.enum(signupFilterStatuses, sentences.status);
const searchSchema = z
  .string(sentences.search)
  .max(limits.searchMax, messages.tooLong(limits.searchMax))
  .refine((text) => isWellFormed(text) && !text.includes("\u0000"), messages.invalidText);

/** "<question id>:<option>": sign-ups that chose that option, alone or among others. Empty: all. */
const answerFilterSchema = z
  .string(sentences.answer)
  .max(limits.optionMax + 40, sentences.answer)
  .regex(/^$|^[\da-f-]{36}:.+$/su, sentences.answer)
  .refine((text) => isWellFormed(text) && !text.includes("\u0000"), sentences.answer);

/** A segment's id. Empty: all. The id of a deleted segment matches no sign-up. */
const segmentFilterSchema = z.union([z.literal(""), z.uuid()], sentences.segment);

/** The state of the newest invitation, `any` of them, or `none`. Empty: all. */
const invitationFilterSchema = z.enum(["", "any", "none", ...invitationStates], sentences.invitation);

/** Rows that came in later (ISO 8601) are left out, so that a list that is read again stays where it is. */
const untilSchema = z.iso.datetime(sentences.since).optional();

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
  /** Ids of the questions whose answers are listed too, with commas between. */
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
 * One line of a list. `website` is null for users. `duplicateOf` is the older sign-up with the same address, if any: this
 * one is written to no more. `disposableEmail`: the address is of a provider of throw-away mailboxes. `confirmedAt`: when the person who reads the
 * mailbox said that they sent the form; null until then.
 */
const signupSummarySchema = z.object({
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
  /** Made to try the product with: it gets no mail. */
  sample: z.boolean(),
  /** Why it is not written to; absent where a decision is answered, null where nothing forbids it. */
  blockedFor: z.enum(suppressionReasons).nullable().optional(),
});
export type SignupSummary = z.infer<typeof signupSummarySchema>;

/** `answers`: those to the questions of `show`, by question id. `receivesNews`: they agreed, and nothing forbids it. */
export const listedSignupSchema = signupSummarySchema.extend({
  source: visitSourceSchema.nullable().optional(),
  receivesNews: z.boolean().optional(),
  /** Of their newest code; null when they were never invited. */
  invitation: z.enum(invitationStates).nullable().optional(),
  starred: z.boolean(),
  /** Of the people they brought, how many count. */
  friends: z.int(),
  answers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
});
export type ListedSignup = z.infer<typeof listedSignupSchema>;

/**
 * `totalIsExact` is false when a search or an answer matches more than `limits.searchTotalMax`: `total` is then that bound.
 * `counts`: how many there are of each status, whichever is listed; null where a search or an answer matches more than that
 * bound. `limited`: how many of all are set aside at their owner's wish (article 18), where nothing narrows the list. `asOf`: until when rows are listed; what has come in since is asked for with it.
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
/** How many came in since, counted up to `limits.searchTotalMax`. */
export const arrivalsSchema = z.object({ count: z.int() });

/** The query of a list's address (segment or conditions, other filters, order, columns) under a name that the administrator gave it. */
export const saveViewSchema = z.strictObject(
  {
    name: lineSchema(sentences.viewName, limits.viewNameMax),
    query: z
      .string(sentences.viewQuery)
      .max(limits.viewQueryMax, sentences.viewQuery)
      .regex(/^[\u0020-\u007e]*$/u, sentences.viewQuery),
  },
  messages.invalid,
);
export type SaveView = z.infer<typeof saveViewSchema>;
export const savedViewSchema = z.object({ id: z.uuid(), name: z.string(), query: z.string() });
export type SavedView = z.infer<typeof savedViewSchema>;
export const savedViewsSchema = z.object({ items: z.array(savedViewSchema) });

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
  /** Set aside at the person's wish: neither decided nor written to. */
  limitedAt: z.iso.datetime().nullable(),
  /** Where they came from; null where it is not known. */
  source: visitSourceSchema.nullable(),
  /** Null when they were never invited. */
  invitation: invitationSchema.nullable(),
  /** Marked by an administrator, like the note for administrators alone. */
  starred: z.boolean(),
  note: z.string().nullable(),
  referral: signupReferralSchema,
  ...versioned,
});
export type SignupDetail = z.infer<typeof signupDetailSchema>;

const decisions = ["approved", "rejected"] as const;

export const decisionSchema = z.strictObject(
  { status: z.enum(decisions, sentences.status) },
  messages.invalid,
);
export type Decision = z.infer<typeof decisionSchema>;

/** For how long a decision can be taken back, in milliseconds, because clocks differ; null when there is nothing to take back. */
const undoMsSchema = z.int().nullable();

/** The response to a decision or its undo: the fresh sign-up without its answers. */
export const decidedSignupSchema = signupSummarySchema.extend({ undoMs: undoMsSchema });
export type DecidedSignup = z.infer<typeof decidedSignupSchema>;

/** The response to an extension of the time for an undo. */
export const undoExtendedSchema = z.object({ undoMs: z.int() });

export const decisionMessages = {
  notFound: "Cette inscription n’existe plus.",
  notPending: "Cette inscription a déjà été traitée.",
  addressUnconfirmed: "L’adresse n’est pas encore confirmée.",
  limited: "Le traitement de cette inscription est limité, à la demande de la personne.",
  undoTooLate: "Cette décision ne peut plus être annulée.",
} as const;

const bulkActions = ["approve", "reject", "delete"] as const;
const bulkActionSchema = z.enum(bulkActions, sentences.action);

/** True: a decision is not announced to the people it is about. */
const silent = z.boolean(messages.invalid).optional();

/** Named sign-ups, or all that a list's filter matches: of those that its reader could know of, when `until` says when it was read. */
export const bulkSchema = z.union(
  [
    z.strictObject({
      action: bulkActionSchema,
      silent,
      ids: z
        .array(z.uuid(sentences.id), sentences.selection)
        .min(1, sentences.selection)
        .max(limits.bulkIdsMax, sentences.tooManySelected),
    }),
    z.strictObject({
      action: bulkActionSchema,
      silent,
      all: z.literal(true, sentences.selection),
      status: statusFilterSchema,
      search: searchSchema,
      answer: answerFilterSchema.default(""),
      segment: segmentFilterSchema.default(""),
      conditions: conditionsSchema.nullable().default(null),
      invitation: invitationFilterSchema.optional(),
      until: untilSchema,
    }),
  ],
  messages.invalid,
);
export type BulkAction = z.infer<typeof bulkSchema>;

/**
 * How many people a decision would write to if its template is active; of them, how many addresses are not confirmed or of a throw-away
 * service. `isExact`: false when there are more.
 */
export const bulkRecipientsSchema = z.object({
  recipients: z.int(),
  unconfirmed: z.int(),
  disposable: z.int(),
  isExact: z.boolean(),
});
export type BulkRecipients = z.infer<typeof bulkRecipientsSchema>;

export const bulkSkipReasons = ["not_pending", "unconfirmed", "limited", "not_found"] as const;

/**
 * The answer to a bulk action is a stream (text/event-stream): one `data: <json>` line and an empty line per event.
 * Any number of "progress", then one "result" or "failure".
 */
const bulkEventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("progress"), done: z.int(), total: z.int() }),
  z.object({
    type: z.literal("result"),
    done: z.int(),
    skipped: z.array(z.object({ reason: z.enum(bulkSkipReasons), count: z.int() })),
    /** What the decisions can be taken back by; null when there is nothing to take back. */
    bulkId: z.uuid().nullable(),
    undoMs: undoMsSchema,
  }),
  z.object({ type: z.literal("failure"), message: z.string() }),
]);
export type BulkEvent = z.infer<typeof bulkEventSchema>;

export const bulkParamsSchema = z.strictObject({ audience: audienceSchema, bulkId: z.uuid(sentences.id) });

/** How many sign-ups wait again after a bulk decision was taken back. */
export const bulkUndoneSchema = z.object({ undone: z.int() });

/** The sentence for each reason why a bulk action left sign-ups out. */
export const bulkSkipMessages: Record<(typeof bulkSkipReasons)[number], string> = {
  not_pending: "déjà traitées",
  unconfirmed: "sans adresse confirmée",
  limited: "limitées à la demande de la personne",
  not_found: "introuvables",
};
