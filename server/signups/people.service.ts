import { audiences } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import type { Person } from "#contract/people.schema.ts";
import { normaliseText } from "#contract/text.ts";
import type { Db } from "#server/lib/database/database.ts";
import { findMatches, findPerson, isSampleAlone } from "./people.queries.ts";
import { proposed } from "./people.rules.ts";

/** More than are shown, so that the nearest of them come first. */
const candidates = 100;

/** Somebody who signed up with this address, to show a message as it will reach them; null for nobody. */
export function findRecipient(db: Db, email: string) {
  return findPerson(db, email);
}

/** Whether an address is a sample's and nobody real's: nothing is sent to it. */
export function isSampleAddress(db: Db, email: string): Promise<boolean> {
  return isSampleAlone(db, email);
}

/** A few people whose name or address holds the text, the nearest first. */
export async function searchPeople(db: Db, text: string): Promise<Person[]> {
  const search = normaliseText(text);
  const found = await Promise.all(
    audiences.map((audience) => findMatches(db, { audience, search, limit: candidates })),
  );
  return proposed(found.flat(), search).slice(0, limits.proposedPeople);
}
