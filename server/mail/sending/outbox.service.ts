/** What the other rooms of mailing ask of the outbox, which alone reads and writes the log of messages. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "#server/lib/database/database.ts";
import type { Recipients } from "#server/signups/recipients.statement.ts";
import type { Attempt } from "./attempt.ts";
import { findLeased, isAnyLeased } from "./leases.queries.ts";
import { findLogEntry } from "./log.queries.ts";
import type { NewLinkMessage, NewMessage } from "./new-message.ts";
import {
  insertCampaignMessages,
  insertForSending,
  insertLinkMessage,
  insertSimulated,
  type NewCampaign,
} from "./new-messages.queries.ts";
import { skipBlockedOf, skipNewsFor } from "./skipped.queries.ts";
import {
  cancelCampaignMessages,
  hasPendingMessages,
  simulateCampaignMessages,
} from "./withdrawals.queries.ts";

/** How long a look at what other instances send takes at most: the life of a lease. */
const othersPatienceMs = 30_000;

/** Writes a message that its maker sends at once; while simulation is on it only counts as sent. @returns its id */
export function writeMessage(
  db: Db,
  message: NewMessage,
  { simulated }: { simulated: boolean },
): Promise<string> {
  return simulated ? insertSimulated(db, message) : insertForSending(db, message);
}

/** Writes a message with a personal link; null when that mailbox has got enough of them. */
export function writeLinkMessage(db: Db, message: NewLinkMessage): Promise<string | null> {
  return insertLinkMessage(db, message);
}

/** Freezes a campaign's recipients: each has a message that waits. @returns how many */
export function writeCampaign(tx: Db, campaign: NewCampaign, recipients: Recipients): Promise<number> {
  return insertCampaignMessages(tx, campaign, recipients);
}

/** @param tx has locked the campaign. @returns how many messages were cancelled */
export function cancelCampaign(tx: Db, campaignId: string): Promise<number> {
  return cancelCampaignMessages(tx, campaignId);
}

/** @param tx has locked the campaign. @returns how many messages count as sent from now on, and how many are skipped */
export async function simulateCampaign(
  tx: Db,
  campaignId: string,
): Promise<{ sent: number; skipped: number }> {
  const skipped = await skipBlockedOf(tx, campaignId);
  return { sent: await simulateCampaignMessages(tx, campaignId), skipped };
}

/**
 * Somebody left: the news that wait for them are skipped, counted in their campaigns and never sent. What is in flight by then
 * ends as it will.
 */
export function skipWaitingNews(tx: Db, ...emailHashes: string[]): Promise<void> {
  return skipNewsFor(tx, emailHashes);
}

/** Whether every message of a campaign has come to its end. */
export async function isCampaignDone(db: Db, campaignId: string): Promise<boolean> {
  return !(await hasPendingMessages(db, campaignId));
}

/** How an attempt ended that somebody else made: whoever treated the pending messages in the same moment. */
export async function findAttempt(db: Db, id: string): Promise<Attempt> {
  const entry = await findLogEntry(db, id);
  if (entry?.status === "sent") return { type: "sent" };
  const message = entry?.errorMessage ?? "un autre envoi s’en occupe";
  const isOver = entry?.status === "failed" || entry?.status === "skipped";
  return { type: isOver ? "refused" : "deferred", message };
}

/** Resolves when none of the messages that are being sent right now, in whatever instance, is under way any more. */
export async function everyLeaseEnded(db: Db, ownSettled: () => Promise<void>): Promise<void> {
  const ids = await findLeased(db);
  await ownSettled();
  const patience = AbortSignal.timeout(othersPatienceMs);
  while (ids.length > 0 && !patience.aborted && (await isAnyLeased(db, ids))) await sleep(100);
}
