import { z } from "zod";
import { targetTypes } from "./audience.ts";
import { messages, requestMessages } from "./errors.ts";
import { limits } from "./limits.ts";
import { readOptionText, repeatedOption } from "./questionnaire.ts";
import { type FieldType, fieldTypes, isChoice, isFieldType } from "./questions/registry.ts";
import { lineSchema } from "./text.schema.ts";
import { isStorableText, normaliseText, rawShare } from "./text.ts";
import { isBlank } from "./text-rules.ts";
import { startedFrom, versioned } from "./version.schema.ts";

export const questionMessages = {
  questionRequired: "La question est requise",
  fieldTypeRequired: "Le type de champ est requis",
  targetTypeRequired: "Le type de cible est requis",
  optionsRequired: "Au moins une option non vide est requise",
  optionRepeated: (option: string) => `Cette option existe déjà : « ${option} »`,
  optionTooLong: `Une option compte ${limits.optionMax} caractères au maximum`,
  tooManyOptions: `${limits.optionsMax} options au maximum`,
  renameRefused: "Un renommage va d’une ancienne option à une nouvelle, chacune une seule fois",
  ruleIncomplete: "Choisissez une question et une option",
  tooManyRules: `${limits.showRulesMax} conditions au maximum`,
  ruleRefused: {
    missing: (question: string) =>
      `« ${question} » dépend d’une question qui manquerait : gardez ou rétablissez celle-ci, ou retirez la condition.`,
    inactive: (question: string, needed: string) =>
      `« ${question} » dépend de « ${needed} », qui doit rester active : retirez d’abord la condition.`,
    order: (question: string, needed: string) =>
      `« ${question} » dépend de « ${needed} » et vient après elle.`,
    type: (question: string, needed: string) =>
      `« ${question} » dépend de « ${needed} », qui doit rester une question à choix : retirez d’abord la condition.`,
    audience: (question: string, needed: string) =>
      `« ${question} » dépend de « ${needed} », qui doit s’adresser aux mêmes personnes.`,
    option: (question: string, needed: string, option: string) =>
      `« ${question} » dépend de l’option « ${option} » de « ${needed} » : retirez d’abord la condition.`,
  },
  copyOf: (question: string) => `Copie de ${question}`.slice(0, limits.questionMax),
  notFound: "Cette question n’existe plus.",
  restoredTooLate:
    "Cette question ne peut plus être rétablie : les 30 secondes pour annuler sa suppression sont passées.",
  alreadyFirst: "Cette question est déjà la première de la liste.",
  alreadyLast: "Cette question est déjà la dernière de la liste.",
  notEmpty: "Il y a déjà des questions : l’exemple ne part que d’un questionnaire vide.",
  listFailed: "Erreur lors de la récupération des questions",
  saveFailed: "Une erreur est survenue lors de l'enregistrement de la question.",
  /** The server's message follows each of the sentences below. */
  deleteFailed: "Erreur lors de la suppression :",
  moveFailed: "Erreur lors de la réorganisation :",
  copyFailed: "Erreur lors de la duplication :",
  restoreFailed: "Erreur lors de l’annulation :",
  extendFailed: "Le délai n’a pas pu être prolongé :",
  toggleFailed: "Erreur lors de la modification du statut :",
} as const;

const optionSchema = z
  .string(questionMessages.optionsRequired)
  .max(limits.optionMax * rawShare, { error: questionMessages.optionTooLong, abort: true })
  .refine(isStorableText, messages.invalidText)
  .transform((text) => normaliseText(text.replace(/\s+/g, " ")))
  .pipe(
    z
      .string()
      .refine((text) => !isBlank(text), questionMessages.optionsRequired)
      .max(limits.optionMax, questionMessages.optionTooLong),
  );

/** A list, a list as JSON text, or a comma-separated text. Blank entries of a list are refused; those of a text are dropped. */
const optionsSchema = z
  .union([z.string(), z.array(z.string())], questionMessages.optionsRequired)
  .transform((value) => (typeof value === "string" ? readOptionText(value) : value))
  .pipe(
    z
      .array(optionSchema)
      .min(1, questionMessages.optionsRequired)
      .max(limits.optionsMax, questionMessages.tooManyOptions),
  )
  .superRefine((options, context) => {
    const repeated = repeatedOption(options);
    if (repeated !== undefined) {
      context.addIssue({ code: "custom", message: questionMessages.optionRepeated(repeated) });
    }
  });

const ruleSchema = z.strictObject(
  {
    questionId: z.uuid(questionMessages.ruleIncomplete),
    op: z.enum(["is", "isNot"], messages.invalid),
    value: optionSchema,
  },
  questionMessages.ruleIncomplete,
);

/** When a question is asked. Another check, which knows all questions, decides whether the rules fit them. */
export const showIfSchema = z.strictObject(
  {
    match: z.enum(["all", "any"], messages.invalid),
    rules: z
      .array(ruleSchema, questionMessages.ruleIncomplete)
      .min(1, questionMessages.ruleIncomplete)
      .max(limits.showRulesMax, questionMessages.tooManyRules),
  },
  messages.invalid,
);

const questionFields = {
  question: lineSchema(questionMessages.questionRequired, limits.questionMax),
  fieldType: z.enum(fieldTypes, questionMessages.fieldTypeRequired),
  options: z.union([z.string(), z.array(z.string())], questionMessages.optionsRequired).nullish(),
  required: z.boolean(messages.invalid).default(true),
  active: z.boolean(messages.invalid).default(true),
  targetType: z.enum(targetTypes, questionMessages.targetTypeRequired),
  /** Null: always asked. A change without this field keeps the present condition. */
  showIf: showIfSchema.nullable().optional(),
};

type WithOptions = { fieldType: FieldType; options?: string | string[] | null | undefined };

/**
 * Checks the options of a choice question. This runs even when other fields are invalid, so that all messages appear at once.
 * @param input unchecked, despite its type
 */
function checkOptions(input: Partial<WithOptions> | undefined, context: z.RefinementCtx): void {
  const { fieldType, options } = input ?? {};
  if (!isFieldType(fieldType) || !isChoice(fieldType)) return;
  const message = optionsSchema.safeParse(options ?? []).error?.issues[0]?.message;
  if (message) context.addIssue({ code: "custom", path: ["options"], message });
}

function withOptions<Input extends WithOptions>(input: Input) {
  return { ...input, options: isChoice(input.fieldType) ? optionsSchema.parse(input.options ?? []) : null };
}

const always = { when: () => true };

/** The input of the editor's form and the API to add a question. */
export const saveQuestionSchema = z
  .strictObject(questionFields)
  .superRefine(checkOptions, always)
  .transform(withOptions);

export type SaveQuestionInput = z.input<typeof saveQuestionSchema>;
export type SaveQuestion = z.output<typeof saveQuestionSchema>;

const renamedOptionSchema = z.strictObject({
  from: z.string(messages.invalid).max(limits.optionMax * rawShare, questionMessages.optionTooLong),
  to: optionSchema,
});

/**
 * The input of the API to change a question. A missing `active` stays unchanged, because the list has a separate switch for it.
 * `renamedOptions`: the options whose people and conditions keep them under a new name. Any other new option starts without people.
 */
export const updateQuestionSchema = z
  .strictObject({
    ...questionFields,
    active: z.boolean(messages.invalid).optional(),
    renamedOptions: z
      .array(renamedOptionSchema, messages.invalid)
      .max(limits.optionsMax, questionMessages.tooManyOptions)
      .optional(),
    ...startedFrom,
  })
  .superRefine(checkOptions, always)
  .transform(withOptions)
  .refine(({ options, renamedOptions = [] }) => isRenaming(renamedOptions, options ?? []), {
    path: ["renamedOptions"],
    message: questionMessages.renameRefused,
  });

/** Each former name once, each new name once, and only names that the options have after the save. */
function isRenaming(renamed: readonly { from: string; to: string }[], options: readonly string[]): boolean {
  const [before, after] = [new Set(renamed.map(({ from }) => from)), new Set(renamed.map(({ to }) => to))];
  const isOnce = before.size === renamed.length && after.size === renamed.length;
  return isOnce && [...after].every((name) => options.includes(name));
}

export type UpdateQuestionInput = z.input<typeof updateQuestionSchema>;
export type UpdateQuestion = z.output<typeof updateQuestionSchema>;

export const activateQuestionSchema = z.strictObject({ active: z.boolean(messages.invalid) });

/** `targetType` is the filter of the shown list, if any, so that a question moves past the neighbours that the admin sees. */
export const moveQuestionSchema = z.strictObject({
  direction: z.enum(["up", "down"], messages.invalid),
  /** By how many places the question moves; one by default. */
  steps: z
    .number(messages.invalid)
    .int(messages.invalid)
    .min(1, messages.invalid)
    .max(10_000, messages.invalid)
    .optional(),
  targetType: z.enum(targetTypes, messages.invalid).optional(),
});
export type MoveQuestion = z.output<typeof moveQuestionSchema>;

export const questionIdSchema = z.object({ id: z.uuid(requestMessages.notFound) });

/** A question as the back office gets it. `answerCount`: how many sign-ups hold an answer to it. */
export const adminQuestionSchema = z.object({
  id: z.string(),
  question: z.string(),
  fieldType: z.enum(fieldTypes),
  options: z.array(z.string()).nullable(),
  required: z.boolean(),
  active: z.boolean(),
  orderPosition: z.number().int(),
  targetType: z.enum(targetTypes),
  showIf: showIfSchema.nullable().optional(),
  autoComplete: z.string().optional(),
  answerCount: z.number().int(),
  ...versioned,
});
export type AdminQuestion = z.output<typeof adminQuestionSchema>;

/** `lostCondition`: the condition no longer fitted, so the question came back switched off and without it. */
export const restoredQuestionSchema = adminQuestionSchema.extend({ lostCondition: z.boolean() });
export type RestoredQuestion = z.output<typeof restoredQuestionSchema>;

/** A question deleted within the last 30 seconds. `orderPosition` lies between those of its neighbours: 2.5 is after the second. */
const restorableQuestionSchema = z.object({
  id: z.string(),
  question: z.string(),
  orderPosition: z.number(),
  targetType: z.enum(targetTypes),
  /** A duration instead of a date, because the browser's clock may be wrong. */
  remainingMs: z.number().int(),
});
export type RestorableQuestion = z.output<typeof restorableQuestionSchema>;

/** All questions in order, and the deleted questions that can still be restored. */
export const questionListSchema = z.object({
  items: z.array(adminQuestionSchema),
  restorable: z.array(restorableQuestionSchema),
});
export type QuestionList = z.output<typeof questionListSchema>;

/** `total`: how many sign-ups hold an answer. `options`: how many chose each option, among those that statistics count; empty for free text. */
export const questionAnswersSchema = z.object({
  total: z.number().int(),
  byAudience: z.object({ user: z.number().int(), brand: z.number().int() }),
  /** The most frequent first, with the wording that people chose. Options that were not chosen are missing. */
  options: z.array(z.object({ value: z.string(), count: z.number().int() })),
});
export type QuestionAnswers = z.output<typeof questionAnswersSchema>;

/** The response to a deletion: until when it can be undone. */
export const questionDeletionSchema = z.object({ restorableUntil: z.iso.datetime() });
export type QuestionDeletion = z.output<typeof questionDeletionSchema>;
