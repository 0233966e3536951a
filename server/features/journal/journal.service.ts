import type { JournalAction } from "#contract/journal.ts";
import type { Db } from "#server/lib/database/database.ts";
import { insertEntry } from "./journal.repository.ts";

export type JournalDetails = Record<string, string | number | boolean | null>;

export type JournalRecord = {
  /** The admin's e-mail, or "system". */
  actor: string;
  action: JournalAction;
  /** The id of what was acted on; never a visitor's name or address. */
  subject?: string | null;
  details?: JournalDetails;
};

/** Writes who did what. Pass the transaction of the change itself, so that neither exists without the other. */
export async function recordEntry(db: Db, { subject = null, details = {}, ...entry }: JournalRecord) {
  await insertEntry(db, { ...entry, subject, details });
}
