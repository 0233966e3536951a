import type { AppDependencies } from "#server/app-dependencies.ts";
import type { BounceEnvelope } from "../sending/bounce-envelope.ts";
import type { Report } from "./bounce-reader.ts";
import { findDepartedMessages } from "./bounced-messages.queries.ts";
import { insertEvents, insertUnverified, type NewEvent } from "./events.queries.ts";

type Deps = Pick<AppDependencies, "db" | "now"> & { envelope: BounceEnvelope };

const logIdPattern = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})@/i;

/**
 * Writes down what a report tells of a message of ours, one event of each kind for a message. It counts only with our signature,
 * which this message's recipient alone was sent: nobody can speak for another. A Message-ID travels on in answers and copies of
 * the message, so a report that has no more than that is kept for people to read.
 */
export async function recordReport({ db, envelope, now }: Deps, report: Report): Promise<void> {
  const { kind, statusCode, words, headers } = report;
  const signed = envelope.find(report.traces);
  const logId = signed ?? logIdPattern.exec(report.messageId ?? "")?.[1]?.toLowerCase();
  const [message] = logId === undefined ? [] : await findDepartedMessages(db, [logId]);
  if (!message) return;
  const { id, campaignId, recipientHash } = message;
  const event: Omit<NewEvent, "dedupeKey"> = {
    ...{ kind, source: "mailbox", logId: id, campaignId, recipientHash },
    ...{ statusCode, serverWords: words, headers },
  };
  if (signed === null) await insertUnverified(db, event, now());
  else await insertEvents(db, [{ ...event, dedupeKey: `mailbox:${id}:${kind}` }]);
}
