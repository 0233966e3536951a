import type { Audience, TargetType } from "./audience.ts";
import { addresses } from "./audience.ts";

export const fieldTypes = ["text", "email", "textarea", "select", "radio", "checkbox"] as const;
export type FieldType = (typeof fieldTypes)[number];

/** A question as visitors and admins get it: `options` is a list for select, radio and checkbox, otherwise null. */
export type Question = {
  id: string;
  question: string;
  fieldType: FieldType;
  options: string[] | null;
  required: boolean;
  active: boolean;
  orderPosition: number;
  targetType: TargetType;
};

/** True for the types that are answered by choosing among options. */
export function isChoice(fieldType: FieldType): boolean {
  return fieldType === "select" || fieldType === "radio" || fieldType === "checkbox";
}

/**
 * Options as a list of non-blank, trimmed, distinct texts, whatever form they arrive in: a list, a JSON string of a list,
 * or a comma-separated string. Null when there are none.
 */
export function parseOptions(value: unknown): string[] | null {
  const list = typeof value === "string" ? splitOptions(value) : value;
  if (!Array.isArray(list)) return null;
  const texts = list
    .filter((option): option is string => typeof option === "string")
    .map((option) => option.normalize("NFC").trim())
    .filter((option) => option !== "");
  return texts.length > 0 ? [...new Set(texts)] : null;
}

/** The texts between commas or line breaks, trimmed, without blanks: what a pasted list becomes. */
export function splitOptionText(text: string): string[] {
  return text
    .split(/[,\r\n]/)
    .map((part) => part.normalize("NFC").trim())
    .filter((part) => part !== "");
}

/** The first option that stands twice in the list, or undefined. */
export function repeatedOption(options: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return options.find((option) => {
    const text = option.normalize("NFC").trim();
    if (seen.has(text)) return true;
    seen.add(text);
    return false;
  });
}

function splitOptions(text: string): unknown {
  if (text.trim().startsWith("[")) {
    try {
      return JSON.parse(text);
    } catch {
      // Not JSON after all: an option may begin with a bracket.
    }
  }
  return text.split(",");
}

/** The active questions of an audience, in order. */
export function questionsFor(audience: Audience, questions: readonly Question[]): Question[] {
  return questions
    .filter((question) => question.active && addresses(question.targetType, audience))
    .sort((a, b) => a.orderPosition - b.orderPosition);
}

export type MoveDirection = "up" | "down";

/**
 * The new order of all questions after one was swapped with its neighbour. With a filter, neighbours are those of the
 * shown list, and the hidden questions in between keep their places. Null when it already stands first or last there.
 */
export function moveQuestion<Item extends { id: string; targetType: TargetType }>(
  ordered: readonly Item[],
  { id, direction, filter }: { id: string; direction: MoveDirection; filter?: TargetType | undefined },
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
