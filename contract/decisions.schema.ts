import { z } from "zod";
import { messages } from "./errors.ts";
import { limits } from "./limits.ts";
import { conditionsSchema } from "./segments.schema.ts";
import { audienceSchema, signupIdSchema } from "./signup.schema.ts";
import {
  answerFilterSchema,
  invitationFilterSchema,
  searchSchema,
  segmentFilterSchema,
  signupSummarySchema,
  statusFilterSchema,
  untilSchema,
} from "./signup-list.schema.ts";

const sentences = {
  status: "Statut inconnu",
  action: "Action inconnue",
  selection: "Sélectionnez au moins une inscription",
  tooManySelected: `${limits.bulkIdsMax.toLocaleString("fr-FR")} inscriptions au maximum`,
} as const;

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
  messageTooLate: "Le délai pour retenir cet e-mail est écoulé.",
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
        .array(signupIdSchema, sentences.selection)
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

export const bulkParamsSchema = z.strictObject({ audience: audienceSchema, bulkId: signupIdSchema });

/** How many sign-ups are pending again after a bulk decision was undone. */
export const bulkUndoneSchema = z.object({ undone: z.int() });

/** The sentence for each reason why a bulk action left sign-ups out. */
export const bulkSkipMessages: Record<(typeof bulkSkipReasons)[number], string> = {
  not_pending: "déjà traitées",
  unconfirmed: "sans adresse confirmée",
  limited: "limitées à la demande de la personne",
  not_found: "introuvables",
};
