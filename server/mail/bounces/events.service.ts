import type { EmailEvent } from "#contract/bounces.schema.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import { findLastNews } from "#server/mail/sending/bounced.service.ts";
import type { SignupHandlers } from "#server/signups/signup-events.ts";
import {
  countOverTime,
  findOfAddresses,
  findOfMessage,
  forgetAddresses,
  forgetBefore,
  insertEvents,
  isVerified,
  liftEvents,
  type StoredEvent,
} from "./events.queries.ts";

/** How many of a campaign's messages came back, made somebody leave or complain in each hour or day (of Paris) in which any did. */
export function eventsOfCampaign(
  db: Db,
  campaignId: string,
  step: "hour" | "day",
): Promise<{ at: Date; bounced: number; unsubscribed: number; complained: number }[]> {
  return countOverTime(db, campaignId, step);
}

/** What is told of one message, oldest first. */
export async function eventsOfMessage(db: Db, logId: string): Promise<EmailEvent[]> {
  return (await findOfMessage(db, logId)).map(present);
}

/** What is told of each of these addresses, oldest first. */
export async function eventsOfAddresses(db: Db, hashes: string[]): Promise<Map<string, EmailEvent[]>> {
  const events = new Map<string, EmailEvent[]>();
  if (hashes.length === 0) return events;
  for (const event of await findOfAddresses(db, hashes)) {
    const theirs = events.get(event.recipientHash) ?? [];
    events.set(event.recipientHash, [...theirs, present(event)]);
  }
  return events;
}

/** What was lifted counts no more: the address begins anew. */
export async function liftBounces(tx: Db, { hashes, now }: { hashes: string[]; now: Date }): Promise<void> {
  await liftEvents(tx, hashes, now);
}

/**
 * Somebody left: it counts for the news that they got last, once. Its campaign's count follows when the event is applied, so that
 * nobody who leaves waits for a campaign that is being sent.
 */
export async function noteUnsubscribed(tx: Db, emailHash: string): Promise<void> {
  const news = await findLastNews(tx, emailHash);
  if (news === null) return;
  const dedupeKey = `page:${news.logId}`;
  await insertEvents(tx, [
    { dedupeKey, kind: "unsubscribed", source: "page", recipientHash: emailHash, ...news },
  ]);
}

/** Of who is erased stays what became of the messages, and nothing of whose they were. */
export const bounceHandlers: SignupHandlers = {
  erased: (tx, { emailHashes }) => forgetAddresses(tx, emailHashes),
};

const stepSize = 500;
const stepsPerRound = 40;

/** Keeps what the policy promises: events know their addresses for as long as the log does. */
export async function forgetOldEvents({ db, now }: Pick<AppDependencies, "db" | "now">): Promise<void> {
  const before = now();
  before.setMonth(before.getMonth() - privacyPeriods.mailAddressMonths);
  for (let step = 0; step < stepsPerRound; step += 1) {
    if ((await forgetBefore(db, { before, limit: stepSize })) < stepSize) return;
  }
}

function present(event: StoredEvent): EmailEvent {
  const { kind, source, statusCode, serverWords, headers, at } = event;
  return {
    ...{ kind, source, statusCode, serverWords, headers },
    verified: isVerified(event),
    at: at.toISOString(),
  };
}
