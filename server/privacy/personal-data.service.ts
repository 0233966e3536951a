import type { Db } from "#server/lib/database/database.ts";
import { eventsOfAddresses } from "#server/mail/bounces/events.service.ts";
import { findMessagesTo } from "#server/mail/sending/log.service.ts";
import { findOwnSignups } from "#server/signups/own-signups.service.ts";
import { findConsents, receivesNews } from "./consents.service.ts";
import { findSuppressions } from "./suppressions.service.ts";

export type PersonalData = Awaited<ReturnType<typeof collectPersonalData>>;

/**
 * Everything that is known of one address: each feature gives its part. The same for its owner's page and for the desk.
 * `email` is null when no table holds the address any more.
 */
export async function collectPersonalData(db: Db, emailHash: string) {
  const signups = await findOwnSignups(db, emailHash);
  const messages = await findMessagesTo(db, emailHash);
  return {
    email: signups[0]?.email ?? messages[0]?.recipientEmail ?? null,
    signups,
    consents: await findConsents(db, emailHash),
    messages,
    events: (await eventsOfAddresses(db, [emailHash])).get(emailHash) ?? [],
    suppressions: await findSuppressions(db, emailHash),
    receivesNews: await receivesNews(db, emailHash),
    isLimited: signups.some(({ limitedAt }) => limitedAt !== null),
  };
}

/**
 * The address as its sign-up spells it; null for an address without one. A message in the log does not count, because a stranger
 * could have an administrator's address asked about.
 */
export async function findKnownAddress(db: Db, emailHash: string): Promise<string | null> {
  const [signup] = await findOwnSignups(db, emailHash);
  return signup?.email ?? null;
}
