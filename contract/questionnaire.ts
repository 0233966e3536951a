import type { Audience, TargetType } from "./audience.ts";
import { addresses } from "./audience.ts";
import type { Answer } from "./questions/question-type.ts";
import { type FieldType, isChoice } from "./questions/registry.ts";
import { isStorableText, normaliseText } from "./text.ts";
import { isBlank } from "./text-rules.ts";

/** One condition: the answer to an earlier choice question is, or is not, an option. With several ticks, one match is enough. */
export type ShowRule = { questionId: string; op: "is" | "isNot"; value: string };

/** When a question is asked: if all of its rules are true, or any of them. */
export type ShowIf = { match: "all" | "any"; rules: ShowRule[] };

/** A question as visitors and admins get it: `options` is a list for choices, otherwise null. */
export type Question = {
  id: string;
  question: string;
  fieldType: FieldType;
  options: string[] | null;
  required: boolean;
  active: boolean;
  orderPosition: number;
  targetType: TargetType;
  /** Null or absent: always asked. */
  showIf?: ShowIf | null | undefined;
  /** The `autocomplete` token of a text about the person who writes it (WCAG 1.3.5). */
  autoComplete?: string | undefined;
};

/** A question can be shown and answered: choices need options. */
export function isAnswerable({ fieldType, options }: Pick<Question, "fieldType" | "options">): boolean {
  return !isChoice(fieldType) || (options?.length ?? 0) > 0;
}

/**
 * Options as a list of non-blank, trimmed, distinct texts, from any form: a list, a JSON string of a list,
 * or a comma-separated string. Null when there are none.
 */
export function parseOptions(value: unknown): string[] | null {
  const list = typeof value === "string" ? readOptionText(value) : value;
  if (!Array.isArray(list)) return null;
  const texts = list
    .filter((option): option is string => typeof option === "string")
    .map(tidyOption)
    .filter((option) => option !== "");
  return texts.length > 0 ? [...new Set(texts)] : null;
}

/** Splits a pasted list at commas and line breaks into trimmed texts, without blanks. */
export function splitOptionText(text: string): string[] {
  return text
    .split(/[,\r\n]/)
    .map(tidyOption)
    .filter((part) => !isBlank(part));
}

/** The first option that is in the list twice, or undefined. */
export function repeatedOption(options: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return options.find((option) => {
    const text = tidyOption(option);
    if (seen.has(text)) return true;
    seen.add(text);
    return false;
  });
}

/** Only trims a text that cannot be stored: lists are split before they are checked, and the schema refuses the text later. */
function tidyOption(option: string): string {
  return isStorableText(option) ? normaliseText(option) : option.trim();
}

/** The options in a text: a JSON list, whose entries may be anything, else `splitOptionText`. */
export function readOptionText(text: string): unknown[] {
  if (text.trim().startsWith("[")) {
    try {
      const list: unknown = JSON.parse(text);
      if (Array.isArray(list)) return list;
    } catch {
      // Not JSON after all: an option may begin with a bracket.
    }
  }
  return splitOptionText(text);
}

/** The active questions of an audience, in order. */
export function questionsFor(audience: Audience, questions: readonly Question[]): Question[] {
  return questions
    .filter((question) => question.active && addresses(question.targetType, audience))
    .sort((a, b) => a.orderPosition - b.orderPosition);
}

/**
 * The active questions that a person of an audience is asked, given the answers so far, in order. A question whose condition is
 * false is not asked, and later conditions ignore its answer. Without an answer every rule is false, `isNot` too.
 */
export function visibleQuestions(
  audience: Audience,
  questions: readonly Question[],
  responses: Readonly<Record<string, Answer>>,
): Question[] {
  const chosen = new Map<string, string[]>();
  const holds = ({ questionId, op, value }: ShowRule) => {
    const options = chosen.get(questionId) ?? [];
    return options.length > 0 && options.includes(value) === (op === "is");
  };
  return questionsFor(audience, questions).filter(({ id, showIf }) => {
    const isAsked =
      !showIf || (showIf.match === "all" ? showIf.rules.every(holds) : showIf.rules.some(holds));
    if (isAsked && Object.hasOwn(responses, id)) {
      chosen.set(
        id,
        [responses[id] ?? []]
          .flat()
          .map(tidyOption)
          .filter((text) => !isBlank(text)),
      );
    }
    return isAsked;
  });
}

export type MoveDirection = "up" | "down";

type Move = {
  id: string;
  direction: MoveDirection;
  steps?: number | undefined;
  filter?: TargetType | undefined;
};

/**
 * The new order of all questions after one was moved by `steps` places. The question stops at the end of the list. Null when it
 * is at that end already.
 */
export function moveQuestion<Item extends { id: string; targetType: TargetType }>(
  ordered: readonly Item[],
  { steps = 1, ...move }: Move,
): Item[] | null {
  let moved: Item[] | null = null;
  for (let step = 0; step < steps; step += 1) {
    const next: Item[] | null = swapWithNeighbour(moved ?? ordered, move);
    if (!next) break;
    moved = next;
  }
  return moved;
}

/**
 * The new order of all questions after one was swapped with its neighbour. With a filter, neighbours are those of the
 * shown list, and the hidden questions in between keep their places. Null when the question is already first or last there.
 */
function swapWithNeighbour<Item extends { id: string; targetType: TargetType }>(
  ordered: readonly Item[],
  { id, direction, filter }: Omit<Move, "steps">,
): Item[] | null {
  const isShown = (item: Item) => filter === undefined || item.targetType === filter || item.id === id;
  const from = ordered.findIndex((item) => item.id === id);
  const step = direction === "up" ? -1 : 1;
  let to = from + step;
  while (ordered[to] && !isShown(ordered[to] as Item)) to += step;
  const [moved, neighbour] = [ordered[from], ordered[to]];
  if (!moved || !neighbour) return null;
  const next = [...ordered];
  next[from] = neighbour;
  next[to] = moved;
  return next;
}
