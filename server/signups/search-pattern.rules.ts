import { searchKey } from "#contract/search-key.ts";

/**
 * How a term is found: by the trigrams in it, by those that its two letters are the beginning of (`pair`), or by going
 * through the table.
 */
export type SearchWay = "trigrams" | "pair" | "scan";

const letter = String.raw`[\p{L}\p{N}]`;
const withTrigram = new RegExp(`${letter}{3}|[^\\p{L}\\p{N}]${letter}{2}|${letter}{2}[^\\p{L}\\p{N}]`, "u");
const pair = new RegExp(`^${letter}{2}$`, "u");

/** A word's beginning or end counts as a letter in trigrams, so two letters beside something else are enough. */
export function wayOf(term: string): SearchWay {
  const key = searchKey(term);
  if (pair.test(key)) return "pair";
  return withTrigram.test(key) ? "trigrams" : "scan";
}
