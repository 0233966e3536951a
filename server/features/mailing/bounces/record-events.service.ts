import { createHash } from "node:crypto";
import { canonicalEmail } from "#contract/email-address.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import {
  type DepartedMessage,
  findDepartedMessages,
} from "#server/features/mailing/outbox/bounced.service.ts";
import type { Addresses } from "#server/features/privacy/addresses/addresses.service.ts";
import type { Report } from "./bounce-reader.ts";
import type { BounceEnvelope } from "./envelope.ts";
import { insertEvents, type NewEvent } from "./events.repository.ts";

type Deps = Pick<AppDependencies, "db"> & { addresses: Addresses; envelope: BounceEnvelope };

const logIdPattern = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})@/i;

/** A report, and what makes it the same when it is read again. */
export type FoundReport = Report & { identity: string };

/**
 * Writes down what these reports tell of messages of ours. One that names none with our signature has to name the message by
 * its Message-ID and the very address that it went to; whatever else claims to have come back changes nothing.
 */
export async function recordReports(
  { db, addresses, envelope }: Deps,
  reports: FoundReport[],
): Promise<void> {
  const claims = reports.map((report) => {
    const signed = envelope.find(report.traces);
    const named = logIdPattern.exec(report.messageId ?? "")?.[1]?.toLowerCase() ?? null;
    return { report, logId: signed ?? named, isSigned: signed !== null };
  });
  const ids = claims.flatMap(({ logId }) => (logId === null ? [] : [logId]));
  if (ids.length === 0) return;
  const found = await findDepartedMessages(db, ids);
  const messages = new Map(found.map((message) => [message.id, message]));
  const events: NewEvent[] = [];
  for (const { report, logId, isSigned } of claims) {
    const message = logId === null ? undefined : messages.get(logId);
    if (!message) continue;
    if (isSigned || (await isOf(addresses, message, report.recipient))) events.push(eventOf(report, message));
  }
  await insertEvents(db, events);
}

async function isOf(
  addresses: Addresses,
  { recipientHash }: DepartedMessage,
  recipient: string | null,
): Promise<boolean> {
  const email = recipient === null ? null : canonicalEmail(recipient);
  return email !== null && (await addresses.hash(email)) === recipientHash;
}

/** Only a hash of who told it stands in the key: a Message-ID is whatever a stranger writes. */
function eventOf(report: FoundReport, { id, campaignId, recipientHash }: DepartedMessage): NewEvent {
  const digest = createHash("sha256").update(`${id} ${report.kind} ${report.identity}`).digest("base64url");
  return {
    dedupeKey: `mailbox:${digest}`,
    ...{ kind: report.kind, source: "mailbox", logId: id, campaignId, recipientHash },
    ...{ statusCode: report.statusCode, serverWords: report.words, headers: report.headers },
  };
}
