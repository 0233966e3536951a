import type { Person } from "#contract/people.schema.ts";
import { searchKey } from "#contract/search-key.ts";

/**
 * How a term is searched: by the trigrams in it (`trigrams`), by the trigrams that begin with its two letters (`pair`), or in
 * the whole table (`scan`).
 */
export type SearchIndex = "trigrams" | "pair" | "scan";

const letter = String.raw`[\p{L}\p{N}]`;
const withTrigram = new RegExp(`${letter}{3}|[^\\p{L}\\p{N}]${letter}{2}|${letter}{2}[^\\p{L}\\p{N}]`, "u");
const pair = new RegExp(`^${letter}{2}$`, "u");

/** The start or end of a word counts as a letter in trigrams, so two letters at an edge are enough. */
export function chooseSearchIndex(term: string): SearchIndex {
  const key = searchKey(term);
  if (pair.test(key)) return "pair";
  return withTrigram.test(key) ? "trigrams" : "scan";
}

/**
 * Sorts people whose address or name begins with the typed text first, then by name. An address that signed up as a user and
 * as a brand is proposed once, with the user's name, as in a bulk send.
 */
export function proposed(people: readonly Person[], search: string): Person[] {
  const key = searchKey(search);
  const begins = ({ email, firstname, name }: Person) =>
    [email, firstname, name, `${firstname} ${name}`].some((text) => searchKey(text).startsWith(key));
  const byAddress = new Map<string, Person>();
  for (const person of people) {
    const known = byAddress.get(person.email.toLowerCase());
    if (!known || known.audience === "brand") byAddress.set(person.email.toLowerCase(), person);
  }
  return [...byAddress.values()].sort(
    (one, other) =>
      Number(begins(other)) - Number(begins(one)) ||
      one.name.localeCompare(other.name, "fr") ||
      one.firstname.localeCompare(other.firstname, "fr") ||
      one.email.localeCompare(other.email),
  );
}
