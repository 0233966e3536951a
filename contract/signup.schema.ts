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

/** The questions with the token and the puzzle that the form needs to be sent. */
export const questionnaireSchema = activeQuestionsSchema.extend(formPassSchema.shape);

/** 8 to 200 visible ASCII characters, made by the dialog for each sign-up that a visitor sends. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{8,200}$/;
export const idempotencyKeySchema = z.string(sentences.key).regex(idempotencyKeyPattern, sentences.key);

const answerSchema = z.union(
  [z.string(), z.array(z.string()).max(limits.optionsMax)],
  signupMessages.answerInvalid,
);

/** zod silently drops a `__proto__` key; this schema refuses it like any other unknown question. */
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
 * The shape of a sign-up's body. `validateSignup` checks the texts, in the browser too. `company` is an invisible field that only
 * robots fill. `emailConfirmed`: after the error `email_unconfirmed`, the visitor says that the address is right although its
 * domain does not seem to receive mail.
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
    /** Whether the visitor ticked the box for news. The token determines the version of its wording. */
    newsConsent: z.boolean(messages.invalid).optional(),
    /** The visit's source as parameters of an address (`utm_source=…&utm_medium=…&utm_campaign=…`). A longer text is cut, not refused. */
    source: z.string(messages.invalidText).optional(),
    token: formTokenSchema.optional(),
    proof: proofSchema.optional(),
  },
  messages.invalid,
);
export type SignupBody = z.infer<typeof signupSchema>;

/** `confirms`: whether a message asks the person to confirm the address. */
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

/** "<question id>:<option>" finds sign-ups that chose this option, alone or with others. Empty: all sign-ups. */
const answerFilterSchema = z
  .string(sentences.answer)
  .max(limits.optionMax + 40, sentences.answer)
  .regex(/^$|^[\da-f-]{36}:.+$/su, sentences.answer)
  .refine((text) => isWellFormed(text) && !text.includes("\u0000"), sentences.answer);

/** A segment's id. Empty: all sign-ups. The id of a deleted segment matches no sign-up. */
const segmentFilterSchema = z.union([z.literal(""), z.uuid()], sentences.segment);

/** The state of the newest invitation; `any`: every invited person; `none`: people without an invitation. Empty: all sign-ups. */
const invitationFilterSchema = z.enum(["", "any", "none", ...invitationStates], sentences.invitation);

/** ISO 8601. The list leaves out later sign-ups, so that its rows do not move when it is read again. */
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
/** How many sign-ups arrived after `since`, counted up to `limits.searchTotalMax`. */
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

const decisions = ["approved", "rejected"] as const;

export const decisionSchema = z.strictObject(
  { status: z.enum(decisions, sentences.status) },
  messages.invalid,
);
export type Decision = z.infer<typeof decisionSchema>;

/** For how many milliseconds a decision can be undone: a duration, because clocks differ. Null without a decision to undo. */
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

/** True: the people concerned get no message about the decision. */
const silent = z.boolean(messages.invalid).optional();

/** Sign-ups by their ids, or all that a list's filter matches. With `until`, only sign-ups that the list showed at that time. */
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
 * How many people a decision would write to if its template is active. `unconfirmed` and `disposable`: how many of their addresses
 * are not confirmed, or belong to a throw-away service. `isExact`: false when there are more people.
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
  z.object({
    type: z.literal("progress"),
    done: z.int(),
    total: z.int(),
    /** The id with which the decisions can be undone after the connection broke; null for a deletion. */
    bulkId: z.uuid().nullable(),
  }),
  z.object({
    type: z.literal("result"),
    done: z.int(),
    skipped: z.array(z.object({ reason: z.enum(bulkSkipReasons), count: z.int() })),
    /** The id with which the decisions can be undone; null without a decision to undo. */
    bulkId: z.uuid().nullable(),
    undoMs: undoMsSchema,
  }),
  z.object({
    type: z.literal("failure"),
    message: z.string(),
    bulkId: z.uuid().nullable(),
    undoMs: undoMsSchema,
  }),
]);
export type BulkEvent = z.infer<typeof bulkEventSchema>;

export const bulkParamsSchema = z.strictObject({ audience: audienceSchema, bulkId: z.uuid(sentences.id) });

/** How many sign-ups are pending again after a bulk decision was undone. */
export const bulkUndoneSchema = z.object({ undone: z.int() });

/** The sentence for each reason why a bulk action left sign-ups out. */
export const bulkSkipMessages: Record<(typeof bulkSkipReasons)[number], string> = {
  not_pending: "déjà traitées",
  unconfirmed: "sans adresse confirmée",
  limited: "limitées à la demande de la personne",
  not_found: "introuvables",
};
