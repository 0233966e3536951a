import { bounceRules, speakerLabels } from "#contract/bounces.ts";
import { quoteWords } from "#contract/quoted-words.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import { organisationalDomain } from "#server/mail/domain/dmarc.rules.ts";
import { findCampaign } from "#server/mail/sending/campaigns.queries.ts";
import { pauseBySystem } from "#server/mail/sending/campaigns.service.ts";
import { isAgainstSender } from "#server/mail/transports/transport.ts";
import { postNotice } from "#server/notices/notices.service.ts";
import { suppressAutomatically } from "#server/privacy/suppressions.service.ts";
import {
  findAttemptedMessages,
  findDelivered,
  findHarmlessMessages,
  lockCampaigns,
} from "./bounces.queries.ts";
import {
  addToCampaignCounts,
  claimOpenEvents,
  type EventCounts,
  findBouncedMessageIds,
  findBounces,
  findCounted,
  findOpenEvents,
  findSoftBounces,
  type StoredEvent,
  wasBlockedBefore,
} from "./events.queries.ts";

/** A message to one address and the time at which it left. */
type Sent = { logId: string; at: Date };
export type SoftBounce = Sent & { campaignId: string };

/**
 * Whether to pause news to an address, because too many campaigns in a row bounced. A message that was delivered in between
 * resets the count. Messages that left after the last bounce do not count, because they may still bounce.
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

const softBouncesCountFrom = (now: Date) => new Date(now.getTime() - bounceRules.softWithinDays * dayMs);
const softPauseEnd = (now: Date) => new Date(now.getTime() + bounceRules.softPauseDays * dayMs);

const { blockedOfLast, blockedShare, blockedDomains, blockedShareOfFew } = bounceRules;

/**
 * Whether refusals of its content pause a campaign. The limit is a number for the last hundred messages, also when there are fewer.
 * @param domains the recipient's organisational domain for each refused message among the last ones; empty for an erased recipient
 */
export function isTooOftenBlocked(domains: readonly string[]): boolean {
  const known = new Set(domains.filter((domain) => domain !== ""));
  const share = known.size >= blockedDomains ? blockedShare : blockedShareOfFew;
  return domains.length >= Math.ceil(blockedOfLast * share);
}

/** Pauses after failed readings of the mailbox, in minutes; the last one repeats. */
const failurePauses = [2, 5, 15, 60] as const;
/** The dashboard reports this many failures in a row; fewer may be a restart of the server. */
const noticeAfterFailures = 3;

export const isDashboardNoticeDue = (failures: number) => failures === noticeAfterFailures;

/** @param failures in a row, the last one included; 0 after a success. @returns milliseconds */
export function nextReadingDelay(failures: number): number {
  if (failures === 0) return bounceRules.readEveryMs;
  const minutes = failurePauses[Math.min(failures, failurePauses.length) - 1] ?? 60;
  return minutes * 60_000;
}

type Deps = Pick<AppDependencies, "db" | "now">;

const batchSize = 500;
/** Limits the work of one call; the next call continues. */
const batchesPerCall = 40;
/** The author of a suppression in the list of blocked addresses. */
const source = "Retours";

/**
 * Applies each event once. A batch is one transaction, so that after a killed process the next call continues. Any number of
 * instances may call it at once.
 */
export async function applyEvents({ db, now }: Deps): Promise<void> {
  for (let batch = 0; batch < batchesPerCall; batch += 1) {
    const open = await findOpenEvents(db, batchSize);
    if (open.length === 0) return;
    await db.transaction(async (tx) => {
      // Lock order: campaigns by id, then events, then waiting messages.
      await lockCampaigns(tx, {
        campaignIds: unique(open.map(({ campaignId }) => campaignId)),
        hashes: unique(open.map(({ recipientHash }) => recipientHash)),
      });
      const ids = open.map(({ id }) => id);
      await applyBatch(tx, await claimOpenEvents(tx, ids, now()), now());
    });
    if (open.length < batchSize) return;
  }
}

async function applyBatch(tx: Db, events: StoredEvent[], now: Date): Promise<void> {
  if (events.length === 0) return;
  await addToCampaignCounts(tx, await countsOf(tx, events));
  const harmless = await findHarmlessMessages(tx, unique(events.map(({ logId }) => logId)));
  const telling = events.filter(({ logId }) => logId === null || !harmless.has(logId));
  const softly = await softlyBounced(tx, telling, now);
  await suppressAutomatically(tx, [
    ...hashesOf(telling, "hard").map(
      (emailHash) => ({ emailHash, source, scope: "all", reason: "bounced", until: null }) as const,
    ),
    ...softly.map(
      (emailHash) =>
        ({ emailHash, source, scope: "news", reason: "bounced", until: softPauseEnd(now) }) as const,
    ),
    ...hashesOf(telling, "complaint").map(
      (emailHash) => ({ emailHash, source, scope: "news", reason: "complained", until: null }) as const,
    ),
  ]);
  await answerBlocked(tx, events, now);
}

/**
 * Returns how much to add to the counts of campaigns. Several bounces of one message count once. A message that was refused in the
 * SMTP dialogue is already counted as failed.
 */
async function countsOf(tx: Db, events: StoredEvent[]): Promise<EventCounts[]> {
  const returned = events.filter(({ kind, source }) => isBounce(kind) && source !== "smtp");
  const logIds = unique(returned.map(({ logId }) => logId));
  const counted =
    logIds.length === 0
      ? new Set<string>()
      : await findCounted(
          tx,
          logIds,
          events.map(({ id }) => id),
        );
  const counts = new Map<string, EventCounts>();
  for (const { campaignId, kind, source, logId } of events) {
    if (campaignId === null) continue;
    const one = counts.get(campaignId) ?? { campaignId, bounced: 0, unsubscribed: 0, complained: 0 };
    counts.set(campaignId, one);
    if (kind === "complaint") one.complained += 1;
    if (kind === "unsubscribed") one.unsubscribed += 1;
    if (!isBounce(kind) || source === "smtp" || logId === null || counted.has(logId)) continue;
    counted.add(logId);
    one.bounced += 1;
  }
  return [...counts.values()];
}

const isBounce = (kind: StoredEvent["kind"]) => kind === "hard" || kind === "soft" || kind === "blocked";

const isSenders = ({ kind, statusCode, serverWords }: StoredEvent) =>
  isAgainstSender({ kind, statusCode, words: serverWords ?? "" });
const isOfMailbox = (event: StoredEvent) => !isSenders(event);

/** Finds the addresses of these events at which too many campaigns in a row bounced. */
async function softlyBounced(tx: Db, events: StoredEvent[], now: Date): Promise<string[]> {
  const hashes = hashesOf(events.filter(isOfMailbox), "soft");
  if (hashes.length === 0) return [];
  const since = softBouncesCountFrom(now);
  const [bounces, left] = [
    (await findSoftBounces(tx, { hashes, since })).filter(isOfMailbox),
    await findDelivered(tx, { hashes, since }),
  ];
  const leftAt = new Map(left.map(({ logId, at }) => [logId, at]));
  const returned = await findBouncedMessageIds(
    tx,
    left.map(({ logId }) => logId),
  );
  return hashes.filter((hash) =>
    isSoftPauseDue({
      bounces: bounces.flatMap(({ recipientHash, campaignId, logId, at }) =>
        recipientHash === hash && campaignId !== null && logId !== null
          ? [{ campaignId, logId, at: leftAt.get(logId) ?? at }]
          : [],
      ),
      delivered: left.filter(({ recipientHash, logId }) => recipientHash === hash && !returned.has(logId)),
    }),
  );
}

/** Handles refusals of the sender or content: notifies administrators and pauses often refused campaigns. Never blocks an address. */
async function answerBlocked(tx: Db, events: StoredEvent[], now: Date): Promise<void> {
  const refusals = events.filter(isSenders);
  const campaigns = new Set(refusals.map(({ campaignId }) => campaignId));
  for (const campaignId of campaigns) {
    const theirs = refusals.filter((event) => event.campaignId === campaignId);
    const last = theirs.at(-1);
    if (!last) continue;
    const paused = campaignId !== null && (await pauseIfBlocked(tx, campaignId, last));
    const first = theirs.find(({ kind }) => kind === "blocked")?.id;
    if (!paused) {
      if (first === undefined) continue;
      const since = new Date(now.getTime() - dayMs);
      if (await wasBlockedBefore(tx, { campaignId, first, since })) continue;
    }
    await postNotice(tx, {
      kind: "campaign_blocked",
      details: {
        campaignId,
        paused,
        source: last.source,
        statusCode: last.statusCode,
        words: last.serverWords ?? "",
        subject: campaignId === null ? null : ((await findCampaign(tx, campaignId))?.subject ?? null),
      },
    });
  }
}

async function pauseIfBlocked(
  tx: Db,
  campaignId: string,
  { logId, source, serverWords }: StoredEvent,
): Promise<boolean> {
  if (logId === null) return false;
  const tried = await findAttemptedMessages(tx, { campaignId, logId, limit: bounceRules.blockedOfLast });
  const returns = await findBounces(
    tx,
    tried.map((message) => message.logId),
  );
  const refusedIds = new Set(returns.filter(isSenders).map((event) => event.logId));
  const refused = tried.filter((message) => refusedIds.has(message.logId));
  if (!isTooOftenBlocked(refused.map(({ domain }) => organisationalDomain(domain)))) return false;
  const reason = `Des serveurs refusent ces messages (${refused.length} des ${tried.length} derniers).`;
  const quotation = serverWords && quoteWords(speakerLabels[source], serverWords);
  return pauseBySystem(tx, campaignId, {
    pausedReason: quotation ? `${reason} ${quotation}` : reason,
    fromWaiting: true,
  });
}

const hashesOf = (events: StoredEvent[], kind: StoredEvent["kind"]) =>
  unique(events.map((event) => (event.kind === kind ? event.recipientHash : null)));

/** Removes duplicates and the empty values of erased persons. */
function unique(values: (string | null)[]): string[] {
  return [...new Set(values.filter((value): value is string => value !== null && value !== ""))];
}
