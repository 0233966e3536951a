import type { Db } from "#server/lib/database/database.ts";
import { findPerson } from "./people.repository.ts";

/** Somebody who signed up with this address, to show a message as it will reach them; null for nobody. */
export function findRecipient(db: Db, email: string) {
  return findPerson(db, email);
}
