import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { AppDependencies } from "#server/app-dependencies.ts";
import {
  countRecentlySent,
  type Lane,
  type LeasedMessage,
  leaseMessage,
  leaseOldest,
  markInterrupted,
  recordResults,
  renewLeases,
  simulateDirect,
} from "./delivery.repository.ts";
import { type DeliveryResult, resultOf, roomUnderCaps } from "./delivery.rules.ts";
import { type LaneEnd, noPause, type Pace, runLane } from "./lane.ts";
import { type Attempt, type MessageSender, notPrepared, simulatedNote } from "./message-sender.ts";
import { createTurnstile } from "./turnstile.ts";

/** Campaigns as the worker sees them; the campaigns feature gives it. */
export type CampaignQueue = {
  /** Starts what is due and ends what is simulated. */
  tend(): Promise<void>;
  /** The campaigns that are to be sent now, oldest first. */
  running(): Promise<string[]>;
  isRunning(id: string): Promise<boolean>;
  pause(id: string, reason: string): Promise<void>;
  /** Completes a campaign that has nothing waiting any more. */
  settle(id: string): Promise<void>;
};

export type DeliveryWorker = {
  /** Begins to look for work, tick by tick. Without it, only what is asked for is sent. */
  start(): void;
  /** Looks for work now instead of at the next tick. */
  wake(): void;
  /**
   * Sends this message at once if it still waits; null when it is in other hands.
   * @param retry false: a message that is not taken now has failed (usually it is tried again later)
   */
  deliver(logId: string, options?: { retry: boolean }): Promise<Attempt | null>;
  /** Sends the oldest pending messages, `take` at most, one after the other. */
  deliverOldest(take: number): Promise<{ sent: number; failed: number }>;
  /** Waits for the messages under way; nothing is leased any more. */
  stop(): Promise<void>;
};

const tickMs = 1_000;
const signOfLifeMs = 10_000;

/**
 * Sends what waits in the log: direct messages (single, transactional) and campaigns, side by side, so that nobody's
 * confirmation waits behind a campaign. Any number of instances may run; a message is in one worker's hands at a time.
 */
export function createDeliveryWorker(
  { db, log, config }: Pick<AppDependencies, "db" | "log" | "config">,
  { sender, queue }: { sender: MessageSender; queue: CampaignQueue },
): DeliveryWorker {
  const name = randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;
  const alarms = new Set<() => void>();

  const pause = async (ms: number) => {
    if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined); // stopping ends every pause
  };
  /** Whatever is leased under one of these names is being sent right now. */
  const workers = new Set<string>();
  async function asWorker<Result>(label: string, task: (worker: string) => Promise<Result>): Promise<Result> {
    const worker = `${name}:${label}`;
    workers.add(worker);
    return task(worker).finally(() => workers.delete(worker));
  }
  const onRetry = (error: unknown) => log.warn("mail results wait for the database", { error });
  const parts = (worker: string, lane: Lane) => ({
    turnstile: createTurnstile({ db, worker, lane }, { pause, signal, onRetry }),
    sender,
    log,
    pause,
    signal,
  });

  async function room(): Promise<number> {
    const { hourlyCap, dailyCap } = sender.current() ?? (await sender.settings());
    if (hourlyCap === null && dailyCap === null) return Number.POSITIVE_INFINITY;
    return roomUnderCaps({ hourlyCap, dailyCap }, await countRecentlySent(db));
  }

  /** The pause of the settings as they are by then; a long one ends with the campaign. */
  function paceOf(campaignId: string): Pace {
    const pauseMs = () => sender.current()?.pauseMs ?? 0;
    return {
      isNeeded: () => pauseMs() > 0,
      async wait() {
        const begin = performance.now();
        const left = () => pauseMs() - (performance.now() - begin);
        await pause(Math.min(left(), tickMs));
        while (left() > 0 && !signal.aborted && (await queue.isRunning(campaignId))) {
          await sender.settings();
          await pause(Math.min(left(), tickMs));
        }
      },
    };
  }

  async function sendDirect(): Promise<void> {
    const { simulationMode } = await sender.settings();
    if (simulationMode) return simulateDirect(db);
    const always = async () => Number.POSITIVE_INFINITY;
    await asWorker("direct", (worker) =>
      runLane(
        { ...parts(worker, "direct"), room: always, pace: noPause },
        { campaign: false, parallelism: 2 },
      ),
    );
  }

  async function sendCampaigns(): Promise<void> {
    for (const id of await queue.running()) {
      const { parallelism } = await sender.settings();
      const end: LaneEnd = await asWorker(id, (worker) =>
        runLane(
          { ...parts(worker, { campaignId: id }), room, pace: paceOf(id) },
          { campaign: true, parallelism },
        ),
      );
      if (typeof end === "object") await queue.pause(id, end.paused);
      else if (end === "empty") await queue.settle(id);
    }
  }

  /** Repeats a task until the worker stops; a failure is logged and the next tick tries again. */
  async function repeat(task: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await task().catch((error) => log.error("mail delivery failed", { error }));
      const { promise, resolve } = Promise.withResolvers<void>();
      alarms.add(resolve);
      await Promise.race([pause(tickMs), promise]);
      alarms.delete(resolve);
    }
  }

  async function recover(): Promise<void> {
    const count = await markInterrupted(db, { everyone: false });
    if (count > 0) log.warn("messages were cut off while they were sent", { count });
    await renewLeases(db, [...workers]);
  }

  async function keepAlive(): Promise<void> {
    while (!signal.aborted) {
      await pause(signOfLifeMs);
      await recover().catch((error) => log.warn("leases could not be renewed", { error }));
    }
  }

  const begin = async () => {
    // One process holds the embedded database: whatever is leased when it starts was in a dead one's hands.
    const everyone = config.databaseUrl === undefined;
    const count = await markInterrupted(db, { everyone }).catch((error) => {
      log.error("interrupted messages could not be marked", { error });
      return 0;
    });
    if (count > 0) log.warn("messages were cut off while they were sent", { count });
    await Promise.all([repeat(sendDirect), repeat(queue.tend), repeat(sendCampaigns), keepAlive()]);
  };
  let running: Promise<void> = Promise.resolve();

  async function attemptOne(
    worker: string,
    message: LeasedMessage,
    { retry }: { retry: boolean },
  ): Promise<Attempt> {
    const attempt = await tryToSend(message);
    const result: DeliveryResult =
      attempt.type === "simulated"
        ? {
            id: message.id,
            status: "sent",
            errorMessage: simulatedNote,
            retryIn: null,
            countsAsAttempt: true,
          }
        : resultOf(message, attempt, { keepWaiting: false });
    const final = result.status === "pending" && !retry;
    await recordResults(db, worker, [final ? { ...result, status: "failed", retryIn: null } : result]);
    return attempt;
  }

  /** Whatever goes wrong here, the message was not handed over and its lease has to end. */
  async function tryToSend(message: LeasedMessage): Promise<Attempt> {
    try {
      return await sender.attempt(message);
    } catch (error) {
      log.error("a message could not be prepared", { logId: message.id, error });
      return { type: "unreachable", message: notPrepared };
    }
  }

  return {
    start() {
      running = begin();
    },
    wake() {
      for (const alarm of alarms) alarm();
    },
    deliver: (logId, { retry } = { retry: true }) =>
      asWorker(randomUUID(), async (worker) => {
        const message = await leaseMessage(db, worker, logId);
        return message && attemptOne(worker, message, { retry });
      }),
    deliverOldest: (take) =>
      asWorker(randomUUID(), async (worker) => {
        const counts = { sent: 0, failed: 0 };
        const tried: string[] = [];
        while (tried.length < take) {
          const message = await leaseOldest(db, worker, tried);
          if (!message) break;
          tried.push(message.id);
          const attempt = await attemptOne(worker, message, { retry: true });
          counts[attempt.type === "sent" || attempt.type === "simulated" ? "sent" : "failed"] += 1;
        }
        return counts;
      }),
    async stop() {
      stopping.abort();
      await running;
      await sender.settled();
      sender.close();
    },
  };
}
