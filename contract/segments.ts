import type { SignupStatus, TargetType } from "./audience.ts";
import type { Question } from "./questionnaire.ts";
import type { Answer } from "./questions/question-type.ts";
import { isChoice, questionTypes } from "./questions/registry.ts";

export type AnswerRule =
  | { field: "answer"; questionId: string; op: "is" | "isNot" | "contains"; value: string }
  | { field: "answer"; questionId: string; op: "anyOf"; value: string[] }
  /** The person has not answered. */
  | { field: "answer"; questionId: string; op: "none"; value?: null | undefined };

/** A source as `normaliseSource` writes it. */
export type SourceRule =
  | { field: "source"; op: "is" | "isNot"; value: string }
  | { field: "source"; op: "anyOf"; value: string[] }
  /** The source is unknown. */
  | { field: "source"; op: "none"; value?: null | undefined };

/** The number of friends that count. `after`: at least `value`; `before`: fewer than `value`. */
export type FriendsRule = { field: "friends"; op: "is" | "after" | "before"; value: number };

/** One condition on a sign-up. A date is a day in Paris, as "2026-11-21". */
export type SegmentRule =
  | { field: "status"; op: "is" | "isNot"; value: SignupStatus }
  | { field: "status"; op: "anyOf"; value: SignupStatus[] }
  /** `counted`: included in statistics, which leave out people who objected to the use of their data or limited it. */
  | { field: "confirmed" | "news" | "website" | "starred" | "counted"; op: "is"; value: boolean }
  | { field: "date"; op: "before" | "after"; value: string }
  | FriendsRule
  | SourceRule
  | AnswerRule;

type SegmentMatch = "all" | "any";
export type SegmentGroup = { match: SegmentMatch; rules: SegmentRule[] };
/** Two levels: all or any of the groups, each of which has all or any of its rules. */
export type Conditions = { match: SegmentMatch; groups: SegmentGroup[] };

/** A question as segments need it. `formerOptions`: the earlier names of each option, because answers keep the chosen text. */
export type SegmentQuestion = Pick<Question, "id" | "question" | "fieldType" | "options"> & {
  formerOptions?: Record<string, string[]> | null | undefined;
};

export const segmentMessages = {
  name: "Donnez un nom au segment",
  conditions: "Conditions incorrectes",
  field: "Ce critère n’est pas disponible.",
  value: "Complétez la condition.",
  tooFew: "Ajoutez au moins une condition.",
  tooMany: (max: number) => `${max} conditions au maximum.`,
  notFound: "Ce segment n’existe plus.",
  nameTaken: "Un autre segment porte déjà ce nom.",
  usedByDraft: (subjects: string) =>
    `Des e-mails en préparation s’adressent à ce segment\u00a0: ${subjects}. Choisissez d’abord d’autres destinataires.`,
  usedBySchedule: (subjects: string) =>
    `Des envois programmés s’adressent à ce segment\u00a0: ${subjects}. Annulez-les d’abord, pour que personne d’autre ne les reçoive.`,
  missing: {
    question: "Une question de ce segment a été supprimée\u00a0: il ne désigne plus personne.",
    option: (option: string, question: string) =>
      `L’option «\u00a0${option}\u00a0» de la question «\u00a0${question}\u00a0» n’existe plus\u00a0: le segment ne désigne plus personne.`,
    type: (question: string) =>
      `La question «\u00a0${question}\u00a0» a changé de type\u00a0: le segment ne désigne plus personne.`,
  },
} as const;

/** The conditions with the present names of options. `missing`: a sentence about a deleted question or option that they name. */
export type Resolved = { conditions: Conditions; missing: string | null };

/** Follows renamed options. `missing`: the sentence for the first question or option that no longer exists. */
export function resolveConditions(conditions: Conditions, questions: readonly SegmentQuestion[]): Resolved {
  let missing: string | null = null;
  const resolve = (rule: SegmentRule): SegmentRule => {
    if (rule.field !== "answer") return rule;
    const question = questions.find(({ id }) => id === rule.questionId);
    if (!question) {
      missing ??= segmentMessages.missing.question;
      return rule;
    }
    if (rule.op === "none") return rule;
    if (isChoice(question.fieldType) !== (rule.op !== "contains")) {
      missing ??= segmentMessages.missing.type(question.question);
      return rule;
    }
    if (rule.op === "contains") return rule;
    const named = (option: string) => {
      const present = presentOption(question, option);
      if (present === undefined) missing ??= segmentMessages.missing.option(option, question.question);
      return present ?? option;
    };
    return rule.op === "anyOf"
      ? { ...rule, value: rule.value.map(named) }
      : { ...rule, value: named(rule.value) };
  };
  const groups = conditions.groups.map((group) => ({ ...group, rules: group.rules.map(resolve) }));
  return { conditions: { ...conditions, groups }, missing };
}

/** The present name of an option that an answer or a rule names; undefined when the option is deleted. */
export function presentOption(
  { options, formerOptions }: SegmentQuestion,
  option: string,
): string | undefined {
  if (options?.includes(option)) return option;
  return options?.find((present) => formerNames(formerOptions, present).includes(option));
}

/** The earlier names of an option, whose present name may also be a property of every object, e.g. "constructor". */
export function formerNames(former: SegmentQuestion["formerOptions"], option: string): string[] {
  return (former && Object.hasOwn(former, option) && former[option]) || [];
}

/** An earlier answer with the present names of options, in the shape that the form of its question shows. */
export function presentAnswer(question: SegmentQuestion, stored: Answer): Answer {
  const { isChoice: isOfOptions, isMultiple } = questionTypes[question.fieldType];
  if (!isOfOptions) return stored;
  const names = [...new Set([stored].flat().map((text) => presentOption(question, text) ?? text))];
  return isMultiple || names.length !== 1 ? names : (names[0] ?? "");
}

/** The texts of an earlier answer that the form of its question cannot show, such as removed options. */
export function hiddenTexts(question: SegmentQuestion, stored: Answer): string[] {
  const shown = presentAnswer(question, stored);
  const { isChoice: isOfOptions, isMultiple } = questionTypes[question.fieldType];
  if (!isMultiple && typeof shown !== "string") return shown;
  return isOfOptions ? [shown].flat().filter((text) => presentOption(question, text) === undefined) : [];
}

/** All texts that answers may hold for these options: their present and their former names. */
export function spellingsOf(
  { formerOptions }: Pick<SegmentQuestion, "formerOptions">,
  options: readonly string[],
): string[] {
  return options.flatMap((option) => [option, ...formerNames(formerOptions, option)]);
}

export type Segment = { audience: TargetType; conditions: Conditions };
