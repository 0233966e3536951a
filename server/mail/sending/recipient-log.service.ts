import { fillTemplate, templateValues } from "#contract/template-variables.ts";
import type { Db } from "#server/lib/database/database.ts";
import { findEmails, findEntriesTo } from "./recipient-log.queries.ts";

/** Nobody got as many in the year that the log goes back. */
const maxMessages = 1_000;

/** The messages that the log holds for an address, newest first, their subjects as they were read. */
export async function findMessagesTo(db: Db, emailHash: string, limit = maxMessages) {
  const entries = await findEntriesTo(db, emailHash, limit);
  return entries.map((entry) => {
    const { id, status, createdAt, sentAt, recipientEmail, recipientName, variables } = entry;
    const values = templateValues({ email: recipientEmail, variables }, sentAt ?? createdAt);
    const subject = fillTemplate(entry.subject, values);
    return { id, subject, status, createdAt, sentAt, recipientEmail, recipientName };
  });
}

/** The addresses behind these hashes, as far as the log still holds them. */
export function findLoggedEmails(db: Db, emailHashes: string[]) {
  return findEmails(db, emailHashes);
}
