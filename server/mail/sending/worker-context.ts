import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { shareInFlight, type WakeSignal } from "#server/lib/concurrency.ts";
import type { CampaignQueue } from "./campaign-queue.service.ts";
import { createLaneQueue } from "./lane.ts";
import type { Lane } from "./leased-message.ts";
import { markInterrupted, renewLeases } from "./leases.queries.ts";
import type { MessageSender } from "./message-sender.ts";
import { findDueIn } from "./queue.queries.ts";

export const tickMs = 1_000;
/** How soon an idle worker sees messages that another instance wrote. Requests to the same instance wake the worker at once. */
const pollMs = 5_000;
/** The shortest pause between two polls, however many notifications come. */
export const restMs = 100;
/** A worker counts as dead after this time without a turn. It is longer than any statement may take. */
const aliveForMs = 60_000;

/** The parts of one worker share it: names for leases, pauses that end with the worker, and the signal to stop. */
export type WorkerContext = ReturnType<typeof createWorkerContext>;

/** Waits this many milliseconds, or until the signal aborts. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

const realPause: Pause = (ms, signal) => sleep(ms, undefined, { signal });

export type ContextParts = {
  sender: MessageSender;
  campaigns: CampaignQueue;
  wakeSignal: WakeSignal;
  pause?: Pause | undefined;
};

export function createWorkerContext(
  { db, log, now }: Pick<AppDependencies, "db" | "log" | "now">,
  { sender, campaigns, wakeSignal, pause: wait = realPause }: ContextParts,
) {
  const name = randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;
  const sleepers = new Set<() => void>();
  const leaseholders = new Set<string>();
  let turnAt: number | null = null;

  async function pause(ms: number): Promise<void> {
    if (ms > 0) await wait(ms, signal).catch(() => undefined); // stopping ends every pause
  }

  const noteTurn = () => {
    turnAt = performance.now();
  };

  const waitForDue = shareInFlight(async () => {
    while (!signal.aborted) {
      const since = wakeSignal.count();
      const dueInMs = await findDueIn(db, now());
      if (dueInMs <= 0) return;
      noteTurn();
      await wakeSignal.wait(pause, { since, minMs: restMs, maxMs: Math.min(dueInMs, pollMs) });
    }
  });

  return {
    db,
    log,
    now,
    sender,
    campaigns,
    signal,
    pause,

    /** Makes a pause that `wake` ends early, so that a resumed campaign is tried at once. */
    async pauseUntilWoken(ms: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      sleepers.add(resolve);
      await Promise.race([pause(ms), promise]);
      sleepers.delete(resolve);
    },
    wake(): void {
      for (const resolve of sleepers) resolve();
      wakeSignal.notify();
    },
    /** Waits until there is work, or until this worker stops. All tasks share the same polls. */
    waitUntilDue(): Promise<void> {
      wakeSignal.notify(); // A turn may have delayed a message, whose new due time an earlier look does not know.
      return waitForDue();
    },

    /** Call it when a turn succeeds or begins. */
    noteTurn,
    isAlive: () => turnAt === null || signal.aborted || performance.now() - turnAt < aliveForMs,

    /** Runs a task that leases messages under a unique name. */
    async leaseAs<Result>(label: string, task: (leaseholder: string) => Promise<Result>): Promise<Result> {
      const leaseholder = `${name}:${label}`;
      leaseholders.add(leaseholder);
      return task(leaseholder).finally(() => leaseholders.delete(leaseholder));
    },
    /** The names under which this worker holds leases. */
    leaseholders: () => [...leaseholders],

    laneQueue: (leaseholder: string, lane: Lane) =>
      createLaneQueue(
        { db, worker: leaseholder, lane },
        {
          pause,
          signal,
          onRetry: (error) => log.warn("failed to record or lease messages, will retry", { error }),
        },
      ),

    stop: () => stopping.abort(),
  };
}

const heartbeatMs = 10_000;

/** Fails the messages of dead workers. @param everyone all leases, when no other worker can be alive */
export async function markDeadLeases(
  { db, log }: WorkerContext,
  { everyone }: { everyone: boolean },
): Promise<void> {
  const count = await markInterrupted(db, { everyone });
  if (count > 0) log.warn("messages were cut off while they were sent", { count });
}

/** Renews this worker's leases, and ends the leases of dead workers, until it stops. */
export async function keepLeases(context: WorkerContext): Promise<void> {
  while (!context.signal.aborted) {
    await context.pause(heartbeatMs);
    await renew(context).catch((error) => context.log.warn("leases could not be renewed", { error }));
  }
}

async function renew(context: WorkerContext): Promise<void> {
  // First its own leases: they expire while the database is unreachable, although this worker lives.
  const leaseholders = context.leaseholders();
  if (leaseholders.length > 0) await renewLeases(context.db, leaseholders);
  await markDeadLeases(context, { everyone: false });
}
