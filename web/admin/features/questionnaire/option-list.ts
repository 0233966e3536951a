import { repeatedOption, splitOptionText } from "#contract/questionnaire.ts";

export type OptionChange = { options: string[]; repeated: string | undefined };

/** Options after a typed or pasted text was added: split at commas, trimmed, repetitions left out and named. */
export function addOptions(options: readonly string[], text: string): OptionChange {
  const added = splitOptionText(text);
  const repeated = repeatedOption([...options, ...added]);
  return { options: [...new Set([...options, ...added])], repeated };
}

/** True for a text that is a list of options rather than one. */
export function isOptionList(text: string): boolean {
  return /[,\n]/.test(text);
}
