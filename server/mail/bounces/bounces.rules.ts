import { bounceRules } from "#contract/bounces.ts";

/** A message to one address, by when it left. */
type Sent = { logId: string; at: Date };
export type SoftBounce = Sent & { campaignId: string };

/**
 * Whether an address gets no news for a while: so many campaigns in a row came back. A message that was delivered in between
 * resets the count; one that left after the last that came back says nothing yet.
 */
export function isSoftPauseDue({
  bounces,
  delivered,
}: {
  bounces: SoftBounce[];
  delivered: Sent[];
}): boolean {
  const last = Math.max(...bounces.map(({ at }) => at.getTime()));
  const successes = delivered.map(({ at }) => at.getTime()).filter((at) => at < last);
  const since = Math.max(Number.NEGATIVE_INFINITY, ...successes);
  const inARow = bounces.filter(({ at }) => at.getTime() > since);
  return new Set(inARow.map(({ campaignId }) => campaignId)).size >= bounceRules.softCampaigns;
}

const dayMs = 86_400_000;

export const softBouncesCountFrom = (now: Date) =>
  new Date(now.getTime() - bounceRules.softWithinDays * dayMs);
export const softPauseEnd = (now: Date) => new Date(now.getTime() + bounceRules.softPauseDays * dayMs);

const { blockedOfLast, blockedShare, blockedDomains, blockedShareOfFew } = bounceRules;

/**
 * Whether a campaign pauses for what it is; of fewer messages than the last hundred it takes as many refusals.
 * @param domains of each message among its last that was refused: its recipient's organisational domain, empty for an erased one
 */
export function isTooOftenBlocked(domains: readonly string[]): boolean {
  const known = new Set(domains.filter((domain) => domain !== ""));
  const share = known.size >= blockedDomains ? blockedShare : blockedShareOfFew;
  return domains.length >= Math.ceil(blockedOfLast * share);
}

/** Pauses after readings of the mailbox in vain, in minutes; the last one is used again and again. */
const failurePauses = [2, 5, 15, 60] as const;
/** The dashboard reports this many failures in a row; fewer may be a restart of the server. */
const noticeAfterFailures = 3;

export const isToldOnDashboard = (failures: number) => failures === noticeAfterFailures;

/** @param failures in a row, the last one included; 0 after a success. @returns milliseconds */
export function nextReadingIn(failures: number): number {
  if (failures === 0) return bounceRules.readEveryMs;
  const minutes = failurePauses[Math.min(failures, failurePauses.length) - 1] ?? 60;
  return minutes * 60_000;
}
