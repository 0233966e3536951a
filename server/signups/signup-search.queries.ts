import { type SQL, sql } from "drizzle-orm";
import type { SignupFilter } from "#contract/signup.schema.ts";
import { hasOtherLetters, knownCharacters } from "#db/schema.ts";
import { containing } from "#server/lib/database/like-pattern.ts";
import { wayOf } from "./search-pattern.rules.ts";

type Narrowing = Pick<SignupFilter, "search" | "answer">;

/** Contains the term, as `search_key` compares texts, and chose the option: for rows that are looked at one by one. */
export function matches({ search, answer }: Narrowing): SQL {
  return sql`${search === "" ? sql`true` : contains(search)} and ${chose(answer)}`;
}

/** The same, said so that the planner finds the rows by an index wherever one can serve. */
export function matchesByIndex({ search, answer }: Narrowing): SQL {
  return sql`${search === "" ? sql`true` : containsByIndex(search)} and ${chose(answer)}`;
}

function contains(search: string): SQL {
  return sql`search_text like public.search_key(${containing(search)})`;
}

function containsByIndex(search: string): SQL {
  const ways = {
    trigrams: contains,
    pair: containsPair,
    // PostgreSQL would read the whole trigram index, and then the whole table to check.
    scan: (term: string) => sql`search_text || '' like public.search_key(${containing(term)})`,
  };
  return ways[wayOf(search)](search);
}

/** What follows a pair makes it a trigram: one of the known characters, the end, or another one. */
function containsPair(pair: string): SQL {
  return sql`(search_text ~ (public.search_key(${pair}) || ${`[${knownCharacters}]`})
    or search_text like public.search_key(${`%${pair}`})
    or (${hasOtherLetters} and ${contains(pair)}))`;
}

/** True for a text that is this option, and for a list of texts that holds it. */
function chose(answer: string): SQL {
  if (answer === "") return sql`true`;
  const colon = answer.indexOf(":");
  const [question, option] = [answer.slice(0, colon), answer.slice(colon + 1)];
  const holding = (value: string | string[]) =>
    sql`responses @> ${JSON.stringify({ [question]: value })}::jsonb`;
  return sql`(${holding(option)} or ${holding([option])})`;
}
