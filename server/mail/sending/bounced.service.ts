/** What the room of bounces asks of the outbox, which alone reads and writes the log of messages. */
import type { Db } from "#server/lib/database/database.ts";
import {
  type DepartedMessage,
  findDeparted,
  findHarmless,
  findLastNewsTo,
  findSentTo,
  findTriedUpTo,
  lockCampaignsFor,
} from "./bounced.queries.ts";

export type { DepartedMessage };

/** Those of these messages that left, or may have, for somebody who is not erased. */
export function findDepartedMessages(db: Db, ids: readonly string[]): Promise<DepartedMessage[]> {
  return findDeparted(db, ids);
}

/** Those of these messages whose return blocks nobody: tests, and what administrators write to themselves. */
export async function findHarmlessMessages(db: Db, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await findHarmless(db, ids)).map(({ id }) => id));
}

/** What left for these addresses since then and was taken by a server. */
export function findDelivered(db: Db, wanted: { hashes: readonly string[]; since: Date }) {
  return findSentTo(db, wanted);
}

/** The messages of a campaign that were tried last, up to one of them. */
export function findTried(db: Db, wanted: { campaignId: string; logId: string; limit: number }) {
  return findTriedUpTo(db, wanted);
}

/** The news that an address got last; null when it got none. */
export function findLastNews(db: Db, emailHash: string) {
  return findLastNewsTo(db, emailHash);
}

/** Locks these campaigns and those in which something waits for these addresses, in the one order that everybody keeps. */
export function lockCampaigns(tx: Db, wanted: { campaignIds: readonly string[]; hashes: readonly string[] }) {
  return lockCampaignsFor(tx, wanted);
}
