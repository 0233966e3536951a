import { isStorableText, normaliseText } from "../text.ts";
import { answerMessages } from "./answer-messages.ts";
import type { AskedQuestion } from "./question-type.ts";

/** The message for chosen options that the question does not have, or null. */
export function validateChosen(chosen: readonly string[], { options }: AskedQuestion): string | null {
  const known = new Set(options?.map(normaliseText));
  return chosen.every((option) => isStorableText(option) && known.has(normaliseText(option)))
    ? null
    : answerMessages.optionUnknown;
}
