import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { WakeSignal } from "#server/lib/concurrency.ts";
import { type DeliveryDeps, deliverNext } from "./deliver.service.ts";
import { dispatchEvents, endLease, findWork, leaseEndpoint } from "./deliveries.queries.ts";
import { minPollMs, restAfterBatch } from "./delivery.rules.ts";
import { resealEndpoints } from "./endpoint-secrets.ts";

/** Delivers events. One per process; several processes may run at once. */
export type WebhookWorker = {
  start(): void;
  /** Lets running attempts end for a few seconds, then aborts them: their events are delivered again. */
  stop(): Promise<void>;
  /** Delivers all due events, and returns when none is left. */
  deliverDue(): Promise<void>;
};

/** How soon an instance notices another instance's events, and a retry. */
const pollMs = 5_000;
/** How soon an instance notices the first endpoint that another instance made. */
const idlePollMs = 30_000;
const stopTimeoutMs = 4_000;
const dispatchedAtOnce = 1_000;

export function createWebhookWorker(
  deps: DeliveryDeps & Pick<AppDependencies, "log"> & { wakeSignal: WakeSignal },
): WebhookWorker {
  const { db, now, log, wakeSignal } = deps;
  const worker = randomUUID();
  const ending = new AbortController();
  const cuttingOff = new AbortController();
  const serving = new Map<string, Promise<void>>();
  let running: Promise<void> = Promise.resolve();

  const wait = (ms: number) => sleep(ms, undefined, { signal: ending.signal, ref: false }).catch(() => {}); // woken to end

  /**
   * Dispatches a batch of events and serves every due endpoint; no endpoint waits for another.
   * @returns whether there are active endpoints, and whether there are more events
   */
  async function serveDue(): Promise<{ active: boolean; more: boolean }> {
    const { active, due } = await findWork(db, now());
    if (!due) return { active, more: false };
    const dispatched = await dispatchEvents(db, now(), dispatchedAtOnce);
    for (;;) {
      const endpointId = ending.signal.aborted ? null : await leaseEndpoint(db, worker, now());
      if (endpointId === null) return { active, more: dispatched === dispatchedAtOnce };
      const served = serve(endpointId).finally(() => serving.delete(endpointId));
      serving.set(endpointId, served);
    }
  }

  async function serve(endpointId: string): Promise<void> {
    const { signal } = cuttingOff;
    try {
      let begin = performance.eventLoopUtilization();
      while (!ending.signal.aborted && (await deliverNext(deps, { endpointId, worker, signal }))) {
        const restMs = restAfterBatch(performance.eventLoopUtilization(begin));
        if (restMs === null) break; // another instance may have time
        await wait(restMs);
        begin = performance.eventLoopUtilization();
      }
    } catch (error) {
      if (!signal.aborted) log.error("failed to deliver webhooks", { endpointId, error });
    }
    await endLease(db, endpointId, worker).catch((error: unknown) =>
      log.error("failed to end the lease of a webhook", { endpointId, error }),
    );
  }

  async function run(): Promise<void> {
    await resealEndpoints(db, deps.box).catch((error: unknown) =>
      log.error("failed to seal webhooks again", { error }),
    );
    let begin = performance.eventLoopUtilization();
    while (!ending.signal.aborted) {
      const since = wakeSignal.count();
      const { active, more } = await serveDue().catch((error: unknown) => {
        log.error("failed to look for webhooks that are due", { error });
        return { active: true, more: false };
      });
      const { utilization } = performance.eventLoopUtilization(begin);
      begin = performance.eventLoopUtilization();
      const minMs = minPollMs(utilization);
      await wakeSignal.wait(wait, { since, minMs, maxMs: more ? minMs : active ? pollMs : idlePollMs });
    }
  }

  return {
    start() {
      running = run();
    },
    async stop() {
      ending.abort();
      const timeout = setTimeout(() => cuttingOff.abort(), stopTimeoutMs);
      await running;
      await Promise.all(serving.values());
      clearTimeout(timeout);
    },
    async deliverDue() {
      for (let more = true; more; ) {
        ({ more } = await serveDue());
        await Promise.all(serving.values());
      }
    },
  };
}
