import type { Logger } from "#server/lib/logger.ts";
import {
  type DeliveryResult,
  isOutage,
  resultOf,
  simulatedResult,
  unreachablePauseMs,
  untriedResult,
} from "./delivery.rules.ts";
import type { LaneQueue } from "./lane-queue.ts";
import type { LeasedMessage } from "./leased-message.ts";
import type { MessageSender } from "./message-sender.ts";
import { tryToSend } from "./try-to-send.ts";

export type LaneEnd = "empty" | "stopped" | "paused";

/** What a campaign is told by its lane, one after the other. */
export type CampaignWatch = {
  /** An attempt reached no server; the next one follows soon. */
  unreachable(reason: string, nextAttemptAt: Date): Promise<void>;
  /** No server was reached for so long that it pauses until one is. */
  outage(reason: string): Promise<void>;
  /** A server was reached: for the first time in this lane, or again. */
  reached(): Promise<void>;
  /** Simulation was switched on. */
  simulated(): Promise<void>;
};

type LaneParts = {
  queue: LaneQueue;
  sender: MessageSender;
  log: Logger;
  /** Resolves early when the signal aborts. */
  pause: (ms: number) => Promise<void>;
  now: () => Date;
  signal: AbortSignal;
  pace: Pace;
};

/** The pause between two messages of a slot. */
export type Pace = { isNeeded(): boolean; wait(): Promise<void> };

/** One message right after the other. */
export const noPause: Pace = { isNeeded: () => false, wait: () => Promise.resolve() };

/**
 * Sends one lane's messages until there is none left or no capacity for more: `parallelism` slots, each of them one message after the other, at
 * the given pace.
 * @param campaign ends the lane when simulation is switched on or when no server is reached any more; without one, messages
 *   are marked as simulated or wait for their next attempt
 */
export async function runLane(
  { queue, sender, log, pause, now, signal, pace }: LaneParts,
  { campaign, parallelism }: { campaign: CampaignWatch | null; parallelism: number },
): Promise<LaneEnd> {
  let end: LaneEnd | null = null;
  const ended = Promise.withResolvers<void>();
  const connection = createConnection(now);
  let told: Promise<void> = Promise.resolve();
  const recordings = new Set<Promise<void>>();

  async function slot(): Promise<void> {
    while (!end) {
      if (signal.aborted) end ??= "stopped";
      await Promise.race([pause(connection.pauseMs()), ended.promise]);
      if (end) return;
      const message = await queue.next();
      if (!message) return;
      const recorded = queue.record(await resultFor(message));
      recordings.add(recorded);
      void recorded.then(() => recordings.delete(recorded));
      // Without a pause the result travels with the wish for the next message, in one statement.
      if (pace.isNeeded()) {
        await recorded;
        await pace.wait();
      }
    }
  }

  function tell(what: (campaign: CampaignWatch) => Promise<void>): void {
    if (!campaign) return;
    told = told
      .then(() => what(campaign))
      .catch((error: unknown) =>
        log.warn("what became of a campaign's connection could not be noted", { error }),
      );
  }

  function endPaused(): void {
    if (!campaign) return;
    end ??= "paused";
    ended.resolve();
  }

  /** @param unreachable null when the server was reached */
  function noteAttempt(unreachable: string | null, began: Date): void {
    if (signal.aborted) return; // what is given up at the end of the process says nothing of the server
    if (unreachable === null) {
      if (connection.reached()) tell((watch) => watch.reached());
      return;
    }
    const outage = connection.missed(began);
    if (end) return;
    const nextAttemptAt = new Date(now().getTime() + connection.pauseMs());
    tell((watch) => (outage ? watch.outage(unreachable) : watch.unreachable(unreachable, nextAttemptAt)));
    if (outage) endPaused();
  }

  async function resultFor(message: LeasedMessage): Promise<DeliveryResult> {
    const began = now();
    const attempt = await tryToSend({ sender, log }, message);
    if (attempt.type === "simulated") return simulated(message);
    noteAttempt(attempt.type === "unreachable" ? attempt.message : null, began);
    return resultOf(message, attempt, { keepWaiting: campaign !== null });
  }

  function simulated({ id }: LeasedMessage): DeliveryResult {
    if (!campaign) return simulatedResult(id);
    if (!end) tell((watch) => watch.simulated());
    endPaused();
    return untriedResult(id);
  }

  const slots = await Promise.allSettled(Array.from({ length: parallelism }, slot));
  await Promise.all(recordings);
  await told;
  for (const outcome of slots) if (outcome.status === "rejected") throw outcome.reason;
  return end ?? "empty";
}

/** Attempts in a row that reached no server, and since when. */
function createConnection(now: () => Date) {
  let state: "unknown" | "reached" | "missed" = "unknown";
  let inARow = 0;
  let missedSince = 0;
  let reachedAt = 0;
  return {
    pauseMs: () => unreachablePauseMs(inARow),
    /** @returns whether that is news */
    reached(): boolean {
      const news = state !== "reached";
      state = "reached";
      inARow = 0;
      reachedAt = now().getTime();
      return news;
    },
    /** @returns whether that is enough */
    missed(began: Date): boolean {
      // An attempt that began before another one got through says nothing of the time before that.
      if (inARow === 0) missedSince = Math.max(began.getTime(), reachedAt);
      state = "missed";
      inARow += 1;
      const time = now().getTime();
      return isOutage({ sinceMs: time - missedSince, attemptMs: time - began.getTime(), inARow });
    },
  };
}
