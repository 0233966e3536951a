import { audiences } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import type { Person } from "#contract/people.schema.ts";
import { normaliseText } from "#contract/text.ts";
import type { Db } from "#server/lib/database/database.ts";
import {
  findMatches,
  findNamedSignups,
  findRecipient,
  isSampleAddress,
  type NamedSignup,
} from "./people.queries.ts";
import { proposed } from "./signup-list.rules.ts";

export { findNamedSignups, findRecipient, isSampleAddress, type NamedSignup };

/** More candidates than are shown, so that the best matches can come first. */
const candidates = 100;

/** A few people whose name or address contains the text, best matches first. */
export async function searchPeople(db: Db, text: string): Promise<Person[]> {
  const search = normaliseText(text);
  const found = await Promise.all(
    audiences.map((audience) => findMatches(db, { audience, search, limit: candidates })),
  );
  return proposed(found.flat(), search).slice(0, limits.proposedPeople);
}
