import type { EmailEvent } from "#contract/bounces.schema.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { addMonths } from "#server/lib/add-months.ts";
import type { Db } from "#server/lib/database/database.ts";
import { findEventsOfAddresses } from "#server/mail/sending/message-events.queries.ts";
import type { SignupHandlers } from "#server/signups/signup-events.ts";
import type { BounceEnvelope } from "../sending/bounce-envelope.ts";
import type { Report } from "./bounce-reader.ts";
import { findLastNews, findSentMessages } from "./bounces.queries.ts";
import {
  anonymizeEventsBefore,
  anonymizeEventsOf,
  insertEvents,
  insertUnverified,
  liftBounces,
  type NewEvent,
} from "./events.queries.ts";

export { liftBounces };

/** The events of each of these addresses, oldest first. */
export async function findEventsByAddress(db: Db, hashes: string[]): Promise<Map<string, EmailEvent[]>> {
  const byAddress = new Map<string, EmailEvent[]>();
  if (hashes.length === 0) return byAddress;
  for (const { recipientHash, event } of await findEventsOfAddresses(db, hashes)) {
    byAddress.set(recipientHash, [...(byAddress.get(recipientHash) ?? []), event]);
  }
  return byAddress;
}

/**
 * Records an unsubscription once, for the last news that the address got. The campaign is counted when the event is applied, so that
 * the request does not wait for the campaign's lock.
 */
export async function noteUnsubscribed(tx: Db, emailHash: string): Promise<void> {
  const news = await findLastNews(tx, emailHash);
  if (news === null) return;
  const dedupeKey = `page:${news.logId}`;
  await insertEvents(tx, [
    { dedupeKey, kind: "unsubscribed", source: "page", recipientHash: emailHash, ...news },
  ]);
}

/** After an erasure, keeps the outcome of the messages without their recipient. */
export const bounceHandlers: SignupHandlers = {
  erased: (tx, { emailHashes }) => anonymizeEventsOf(tx, emailHashes),
};

const stepSize = 500;
const stepsPerRound = 40;

/** Removes the addresses of events at the same age as those of the log, as the privacy policy promises. */
export async function anonymizeOldEvents({ db, now }: Pick<AppDependencies, "db" | "now">): Promise<void> {
  const before = addMonths(now(), -privacyPeriods.mailAddressMonths);
  for (let step = 0; step < stepsPerRound; step += 1) {
    if ((await anonymizeEventsBefore(db, { before, limit: stepSize })) < stepSize) return;
  }
}

type Deps = Pick<AppDependencies, "db" | "now"> & { envelope: BounceEnvelope };

const logIdPattern = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})@/i;

/**
 * Records a report about one of our messages, one event of each kind per message. A report counts only with our signature: only the
 * recipient of the message got it, so that no one can report for another recipient. A Message-ID also appears in replies and copies
 * of the message. A report with the Message-ID alone is therefore only stored for admins to read.
 */
export async function recordReport({ db, envelope, now }: Deps, report: Report): Promise<void> {
  const { kind, statusCode, words, headers } = report;
  const signed = envelope.find(report.traces);
  const logId = signed ?? logIdPattern.exec(report.messageId ?? "")?.[1]?.toLowerCase();
  const [message] = logId === undefined ? [] : await findSentMessages(db, [logId]);
  if (!message) return;
  const { id, campaignId, recipientHash } = message;
  const event: Omit<NewEvent, "dedupeKey"> = {
    kind,
    source: "mailbox",
    logId: id,
    campaignId,
    recipientHash,
    statusCode,
    serverWords: words,
    headers,
  };
  if (signed === null) await insertUnverified(db, event, now());
  else await insertEvents(db, [{ ...event, dedupeKey: `mailbox:${id}:${kind}` }]);
}
