import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { DeliverySettings } from "#server/features/mailing/settings/delivery-settings.ts";
import { findRoomAt } from "./caps.repository.ts";
import {
  failUnsent,
  findUnsentLane,
  type Lane,
  type LeasedMessage,
  leaseMessage,
  leaseOldest,
  markInterrupted,
  recordResults,
  renewLeases,
  simulateDirect,
} from "./delivery.repository.ts";
import { capReached, type DeliveryResult, resultOf, simulatedResult } from "./delivery.rules.ts";
import { type CampaignWatch, noPause, type Pace, runLane } from "./lane.ts";
import { type Attempt, type MessageSender, notPrepared } from "./message-sender.ts";
import { type ProbeEnd, probe } from "./probe.ts";
import { createTurnstile } from "./turnstile.ts";

/** Campaigns as the worker sees them; the campaigns feature gives it. */
export type CampaignQueue = {
  /** Starts what is due and ends what is simulated. */
  tend(): Promise<void>;
  /** The campaigns that are to be sent now, oldest first. */
  running(): Promise<string[]>;
  isRunning(id: string): Promise<boolean>;
  /** Pauses it until somebody resumes it. */
  pause(id: string, reason: string): Promise<void>;
  /** Says of a running one that no server is reached, and when that is tried again. */
  noteUnreachable(id: string, reason: string, nextAttemptAt: Date): Promise<void>;
  /** Pauses it until a server is reached. */
  pauseUntilReached(id: string, reason: string): Promise<void>;
  /** A server was reached: nothing hinders it any more, and one that waited for this goes on. */
  noteReached(id: string): Promise<void>;
  /** A campaign that paused itself and whose time has come to try the server, for this caller alone; null for none. */
  takeProbe(): Promise<string | null>;
  /** Says why the server was tried in vain. */
  noteFailedProbe(id: string, reason: string): Promise<void>;
  /** Completes a campaign that has nothing waiting any more. */
  settle(id: string): Promise<void>;
};

/** A cap is reached; there is room from then on. */
export type Waiting = { type: "waiting"; until: Date };

export type DeliveryWorker = {
  /** Begins to look for work, tick by tick. Without it, only what is asked for is sent. */
  start(): void;
  /** Looks for work now instead of at the next tick. */
  wake(): void;
  /**
   * Sends this message at once if it still waits; null when it is in other hands. When a cap is reached it waits for room.
   * @param retry false: a message that is not taken now has failed (usually it is tried again later)
   * @param through other settings than the stored ones
   */
  deliver(logId: string, options?: DeliverOptions): Promise<Attempt | Waiting | null>;
  /** Sends the oldest pending messages for which there is room, `take` at most, one after the other. */
  deliverOldest(take: number): Promise<{ sent: number; failed: number }>;
  /** Waits for the messages under way, for some seconds; nothing is leased any more. */
  stop(): Promise<void>;
};

type DeliverOptions = { retry: boolean; through?: DeliverySettings };

const directLanes = ["link", "confirmation", "direct"] as const;
const simulationStarted = "Le mode simulation a été activé pendant l’envoi.";
const tickMs = 1_000;
const signOfLifeMs = 10_000;
/** How long messages under way may take when the process ends. A mail server that is silent for longer is given up. */
const stopPatienceMs = 6_000;

/**
 * Sends what waits in the log: links, confirmations, other direct messages and campaigns, side by side, so that none of them
 * waits behind another. Any number of instances may run; a message is in one worker's hands at a time.
 */
export function createDeliveryWorker(
  { db, log, config, now }: Pick<AppDependencies, "db" | "log" | "config" | "now">,
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
    now,
    signal,
  });

  /** A pause that ends when there may be something to do: when somebody resumes a campaign, it tries at once. */
  async function pauseUntilWoken(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    alarms.add(resolve);
    await Promise.race([pause(ms), promise]);
    alarms.delete(resolve);
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

  async function sendLane(lane: Exclude<Lane, object>): Promise<void> {
    const { simulationMode } = await sender.settings();
    if (simulationMode) return simulateDirect(db);
    await asWorker(lane, (worker) =>
      runLane({ ...parts(worker, lane), pace: noPause }, { campaign: null, parallelism: 2 }),
    );
  }

  async function sendCampaigns(): Promise<void> {
    for (const id of await queue.running()) {
      const { parallelism } = await sender.settings();
      const end = await asWorker(id, (worker) =>
        runLane(
          { ...parts(worker, { campaignId: id }), pace: paceOf(id), pause: pauseUntilWoken },
          { campaign: watchOf(id), parallelism },
        ),
      );
      if (end === "empty") await queue.settle(id);
    }
  }

  const watchOf = (id: string): CampaignWatch => ({
    unreachable: (reason, nextAttemptAt) => queue.noteUnreachable(id, reason, nextAttemptAt),
    outage: (reason) => queue.pauseUntilReached(id, reason),
    reached: () => queue.noteReached(id),
    simulated: () => queue.pause(id, simulationStarted),
  });

  async function tryServers(): Promise<void> {
    for (let id = await queue.takeProbe(); id !== null && !signal.aborted; id = await queue.takeProbe()) {
      await noteProbe(id, await probeServer(id));
    }
  }

  async function probeServer(campaignId: string): Promise<ProbeEnd> {
    const { simulationMode } = await sender.settings();
    if (simulationMode) return "simulated";
    return asWorker(`probe ${campaignId}`, (worker) =>
      probe(parts(worker, { campaignId, probe: true }).turnstile, (message) => tryToSend(message)),
    );
  }

  async function noteProbe(id: string, end: ProbeEnd): Promise<void> {
    if (end === "reached") await queue.noteReached(id);
    else if (end === "simulated") await queue.pause(id, simulationStarted);
    else if (end === "nothing waits") await queue.settle(id);
    else if (!signal.aborted) await queue.noteFailedProbe(id, end.unreachable);
  }

  /** Repeats a task until the worker stops; a failure is logged and the next tick tries again. */
  async function repeat(task: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await task().catch((error) => log.error("mail delivery failed", { error }));
      await pauseUntilWoken(tickMs);
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
    const lanes = directLanes.map((lane) => repeat(() => sendLane(lane)));
    await Promise.all([...lanes, repeat(queue.tend), repeat(sendCampaigns), repeat(tryServers), keepAlive()]);
  };
  let running: Promise<void> = Promise.resolve();

  async function attemptOne(
    worker: string,
    message: LeasedMessage,
    { retry, through }: DeliverOptions,
  ): Promise<Attempt> {
    const attempt = await tryToSend(message, through);
    const result: DeliveryResult =
      attempt.type === "simulated"
        ? simulatedResult(message.id)
        : resultOf(message, attempt, { keepWaiting: message.lane === "campaign" });
    const final = result.status === "pending" && !retry;
    await recordResults(db, worker, [final ? { ...result, status: "failed", retryIn: null } : result]);
    return attempt;
  }

  async function waitForRoom(logId: string, { retry }: { retry: boolean }): Promise<Waiting | null> {
    const lane = await findUnsentLane(db, logId);
    const limit = lane && (await findRoomAt(db, lane));
    if (!limit) return null;
    if (!retry) await failUnsent(db, logId, capReached(limit.at));
    return { type: "waiting", until: limit.at };
  }

  /** Whatever goes wrong here, the message was not handed over and its lease has to end. */
  async function tryToSend(message: LeasedMessage, through?: DeliverySettings): Promise<Attempt> {
    try {
      return await (through ? sender.attemptThrough(message, through) : sender.attempt(message));
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
    deliver: (logId, options = { retry: true }) =>
      asWorker(randomUUID(), async (worker) => {
        const message = await leaseMessage(db, worker, logId);
        return message ? attemptOne(worker, message, options) : waitForRoom(logId, options);
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
      const patience = setTimeout(() => sender.abort(), stopPatienceMs);
      await running;
      await sender.settled();
      clearTimeout(patience);
      sender.close();
    },
  };
}
