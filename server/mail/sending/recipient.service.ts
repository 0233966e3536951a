import type { RecipientFacts } from "#contract/email.schema.ts";
import type { RecipientVariables } from "#contract/email.ts";
import { limits } from "#contract/limits.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { Addresses } from "#server/privacy/addresses.service.ts";
import { findSuppressions } from "#server/privacy/suppressions.service.ts";
import { findRecipient, isSampleAddress } from "#server/signups/people.service.ts";
import { findMessagesTo } from "./recipient-log.service.ts";

/** What a message to an address is filled in with: the names of whoever signed up with it, else the one that was typed. */
export async function variablesOfRecipient(
  db: Db,
  email: string,
  typedName: string | null,
): Promise<RecipientVariables> {
  const person = await findRecipient(db, email);
  if (person) return { firstName: person.firstname, name: person.name };
  return typedName === null ? {} : { name: typedName };
}

/** What somebody got before, and whether they may be written to. */
export async function findRecipientFacts(
  { db, addresses }: Pick<AppDependencies, "db"> & { addresses: Addresses },
  email: string,
): Promise<RecipientFacts> {
  const emailHash = await addresses.hash(email);
  const [messages, suppressions, sample] = await Promise.all([
    findMessagesTo(db, emailHash, limits.recentMessages),
    findSuppressions(db, emailHash),
    isSampleAddress(db, email),
  ]);
  return {
    messages: messages.map(({ id, subject, status, sentAt, createdAt }) => ({
      ...{ id, subject, status, sentAt: sentAt?.toISOString() ?? null, createdAt: createdAt.toISOString() },
    })),
    suppressions: suppressions.map(({ reason, scope }) => ({ reason, scope })),
    sample,
  };
}
