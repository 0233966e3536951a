import type { Db } from "#server/lib/database/database.ts";
import type { Logger } from "#server/lib/logger.ts";
import type { SendOutcome } from "#server/mail/transports/transport.ts";
import {
  type DeliveryResult,
  isOutage,
  resultOf,
  simulatedResult,
  unreachablePauseMs,
  untriedResult,
} from "./delivery.rules.ts";
import type { Lane, LeasedMessage } from "./leased-message.ts";
import { type MessageSender, tryToSend } from "./message-sender.ts";
import { prepareTurns, releaseUnknown } from "./turns.queries.ts";

export type LaneEnd = "empty" | "stopped" | "paused";

/** Messages are leased ahead only while each takes less than this: then waiting for the database would slow sending down. */
const quickMs = 20;

/** A server that takes messages without an answer would mark a whole campaign « à vérifier ». */
const uncertainMax = 3;

/** The reports of a lane to its campaign. Calls do not overlap. */
export type CampaignWatch = {
  /** An attempt reached no server; the lane tries again at `nextAttemptAt`. */
  unreachable(reason: string, nextAttemptAt: Date): Promise<void>;
  /** No server was reached for too long, so the campaign has to pause. */
  outage(reason: string): Promise<void>;
  /** A server was reached, for the first time in this lane or after failed attempts. */
  reached(): Promise<void>;
  /** Simulation was switched on. */
  simulated(): Promise<void>;
  /** How many messages in a row ended without a known outcome, also in earlier runs of the lane. The lane counts. */
  uncertainOutcomes: { inARow: number };
  /** Too many messages in a row ended without a known outcome, so the campaign has to pause until an admin resumes it. */
  uncertain(reason: string): Promise<void>;
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

/** Sends without pauses between messages. */
export const noPause: Pace = { isNeeded: () => false, wait: () => Promise.resolve() };

/**
 * Sends the messages of one lane until none is left or the caps allow no more. Each of the `parallelism` slots sends one
 * message at a time, at the given pace. While sending is quick, a campaign leases one more message per slot ahead.
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
  let reported: Promise<void> = Promise.resolve();
  const recordings = new Set<Promise<void>>();

  async function slot(): Promise<void> {
    let began = Number.NEGATIVE_INFINITY;
    while (!end) {
      if (signal.aborted) end ??= "stopped";
      await Promise.race([pause(connection.pauseMs()), ended.promise]);
      if (end) return;
      const isQuick = performance.now() - began < quickMs;
      const message = await queue.next(campaign && isQuick ? 2 * parallelism : 0);
      if (!message) return;
      began = performance.now();
      const recorded = queue.record(await resultFor(message));
      recordings.add(recorded);
      void recorded.then(() => recordings.delete(recorded));
      // Without a pause, one statement records results and leases the next messages.
      if (pace.isNeeded()) {
        await recorded;
        await pace.wait();
      }
    }
  }

  function report(send: (campaign: CampaignWatch) => Promise<void>): void {
    if (!campaign) return;
    reported = reported
      .then(() => send(campaign))
      .catch((error: unknown) => log.warn("failed to store the state of a campaign's connection", { error }));
  }

  function endPaused(): void {
    if (!campaign) return;
    end ??= "paused";
    ended.resolve();
  }

  function noteAttempt(attempt: SendOutcome, began: Date): void {
    if (signal.aborted) return; // an attempt that the end of the process aborted is not a failure of the server
    if (attempt.type !== "unreachable") {
      if (connection.reached()) report((watch) => watch.reached());
      noteUncertain(attempt);
      return;
    }
    const unreachable = attempt.message;
    void queue.release(); // the next attempt may be half a minute away
    const outage = connection.missed(began);
    if (end) return;
    const nextAttemptAt = new Date(now().getTime() + connection.pauseMs());
    report((watch) => (outage ? watch.outage(unreachable) : watch.unreachable(unreachable, nextAttemptAt)));
    if (outage) endPaused();
  }

  function noteUncertain(attempt: SendOutcome): void {
    if (!campaign || end) return;
    if (attempt.type !== "uncertain") {
      campaign.uncertainOutcomes.inARow = 0;
      return;
    }
    campaign.uncertainOutcomes.inARow += 1;
    if (campaign.uncertainOutcomes.inARow < uncertainMax) return;
    campaign.uncertainOutcomes.inARow = 0;
    report((watch) => watch.uncertain(attempt.message));
    endPaused();
  }

  async function resultFor(message: LeasedMessage): Promise<DeliveryResult> {
    const began = now();
    const attempt = await tryToSend({ sender, log }, message);
    if (attempt.type === "simulated") return simulated(message);
    noteAttempt(attempt, began);
    return resultOf(message, attempt, { keepWaiting: campaign !== null, now: now() });
  }

  function simulated({ id }: LeasedMessage): DeliveryResult {
    if (!campaign) return simulatedResult(id);
    if (!end) report((watch) => watch.simulated());
    endPaused();
    return untriedResult(id);
  }

  const slots = await Promise.allSettled(Array.from({ length: parallelism }, slot));
  await Promise.all(recordings);
  await queue.release();
  await reported;
  for (const outcome of slots) if (outcome.status === "rejected") throw outcome.reason;
  return end ?? "empty";
}

/** Counts consecutive attempts that reached no server, and notes when they began. */
function createConnection(now: () => Date) {
  let state: "unknown" | "reached" | "missed" = "unknown";
  let inARow = 0;
  let missedSince = 0;
  let reachedAt = 0;
  return {
    pauseMs: () => unreachablePauseMs(inARow),
    /** @returns true for the first attempt, or after attempts that reached no server */
    reached(): boolean {
      const news = state !== "reached";
      state = "reached";
      inARow = 0;
      reachedAt = now().getTime();
      return news;
    },
    /** @returns whether the failed attempts are an outage */
    missed(began: Date): boolean {
      // The outage began after the last attempt that succeeded.
      if (inARow === 0) missedSince = Math.max(began.getTime(), reachedAt);
      state = "missed";
      inARow += 1;
      const time = now().getTime();
      return isOutage({ sinceMs: time - missedSince, attemptMs: time - began.getTime(), inARow });
    },
  };
}

/** Records results and leases messages for the slots of one lane. */
export type LaneQueue = {
  /** Resolves once the result is committed; it is kept and retried while the database is unreachable. */
  record(result: DeliveryResult): Promise<void>;
  /**
   * Returns the next message, or null when there is none now.
   * @param leaseMax the number of leased messages to hold, those in flight included; 0 gives back the messages that were leased ahead
   */
  next(leaseMax?: number): Promise<LeasedMessage | null>;
  /**
   * Gives back the messages that were leased ahead, and those of a lease whose answer was lost. Resolves when all results and releases are
   * recorded.
   */
  release(): Promise<void>;
};

type Recording = { result: DeliveryResult; recorded: () => void };

type LeaseRequest = { resolve: (message: LeasedMessage | null) => void; reject: (error: unknown) => void };

/**
 * Batches the results and requests of all slots. Those that arrive while a statement runs go into the next one, so that only one
 * statement and one commit run at a time.
 * @param worker a unique name for the leases of this queue
 * @param onRetry called when a statement failed; results and releases are retried until the process ends
 */
export function createLaneQueue(
  { db, worker, lane }: { db: Db; worker: string; lane: Lane },
  {
    onRetry,
    pause,
    signal,
  }: { onRetry: (error: unknown) => void; pause: (ms: number) => Promise<void>; signal: AbortSignal },
): LaneQueue {
  const turn = prepareTurns(db, { worker, lane });
  const results: Recording[] = [];
  const requests: LeaseRequest[] = [];
  /** Messages that were leased ahead. */
  const ready: LeasedMessage[] = [];
  let leaseMax = 0;
  /** Resolves when nothing is left to record, lease or give back; null while idle. */
  let serving: Promise<void> | null = null;
  let answerLost = false;
  const held = new Set<string>();

  async function exchange(batch: Recording[], take: number): Promise<LeasedMessage[]> {
    if (answerLost) await releaseUnknown(db, worker, [...held]);
    answerLost = false;
    if (batch.length === 0 && take === 0) return [];
    answerLost = true;
    const results = batch.map(({ result }) => result);
    const { messages, skipped } = await turn({ results, take });
    // The statement that gives a message back cannot lease it.
    const returned = results.filter(({ status }) => status === "pending").length;
    for (let more = skipped + returned; more > 0 && messages.length < take; ) {
      const next = await turn({ results: [], take: take - messages.length });
      messages.push(...next.messages);
      more = next.skipped;
    }
    answerLost = false;
    for (const { result } of batch) held.delete(result.id);
    for (const { id } of messages) held.add(id);
    return messages;
  }

  const record = (result: DeliveryResult) =>
    new Promise<void>((recorded) => {
      results.push({ result, recorded });
      start();
    });

  async function release(): Promise<void> {
    leaseMax = 0;
    for (const { id } of ready.splice(0)) void record(untriedResult(id));
    await serving;
  }

  function handOut(): void {
    while (leaseMax > 0 && ready.length > 0 && requests.length > 0) {
      requests.shift()?.resolve(ready.shift() ?? null);
    }
  }

  async function serve(): Promise<void> {
    // Slots that one event woke up ask in the same tick: collect them all first.
    await new Promise((resolve) => setImmediate(resolve));
    const isDone = () => results.length === 0 && requests.length === 0 && (!answerLost || signal.aborted);
    for (let failures = 0; !isDone(); ) {
      if (leaseMax === 0) void release();
      const batch = results.splice(0);
      const leaseRequests = requests.splice(0);
      const ahead = signal.aborted ? 0 : leaseMax - (held.size - batch.length);
      const take = Math.max(leaseRequests.length, ahead);
      try {
        const messages = await exchange(batch, take);
        failures = 0;
        for (const { recorded } of batch) recorded();
        // The campaign may be paused or cancelled. Its messages that were leased ahead must not be sent then.
        if (take > 0 && messages.length === 0) void release();
        for (const request of leaseRequests) request.resolve(messages.shift() ?? null);
        ready.push(...messages);
        handOut();
      } catch (error) {
        for (const request of leaseRequests) request.reject(error);
        if (signal.aborted) {
          // The process ends and the database is unreachable: the leases expire, and their messages count as interrupted.
          for (const { recorded } of batch) recorded();
          continue;
        }
        results.unshift(...batch);
        onRetry(error);
        failures += 1;
        await pause(Math.min(250 * 2 ** failures, 5_000));
      }
    }
    serving = null;
  }

  const start = () => {
    serving ??= serve();
  };
  return {
    record,
    next: (most = 0) =>
      new Promise((resolve, reject) => {
        leaseMax = most;
        requests.push({ resolve, reject });
        handOut();
        start();
      }),
    release,
  };
}
