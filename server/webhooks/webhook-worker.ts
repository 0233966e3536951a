import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Bell } from "#server/lib/concurrency.ts";
import { type DeliveryDeps, deliverNext } from "./deliver.service.ts";
import { dispatchEvents, endLease, findWork, leaseEndpoint } from "./deliveries.queries.ts";
import { resealEndpoints } from "./endpoint-secrets.ts";

/** Delivers events. One per process; any number of processes. */
export type WebhookWorker = {
  start(): void;
  /** Lets attempts end for a few seconds, then ends them: their events are delivered again. */
  stop(): Promise<void>;
  /** Delivers what is due now, and returns when nothing is. */
  deliverDue(): Promise<void>;
};

const leastMs = 1_000;
/** How soon an instance sees another one's events, and a retry. */
const lookMs = 5_000;
/** How soon it sees the first endpoint that another instance made. */
const idleLookMs = 30_000;
const stopPatienceMs = 4_000;
const dispatchedAtOnce = 1_000;

export function createWebhookWorker(
  deps: DeliveryDeps & Pick<AppDependencies, "log"> & { bell: Bell },
): WebhookWorker {
  const { db, now, log, bell } = deps;
  const worker = randomUUID();
  const ending = new AbortController();
  const cuttingOff = new AbortController();
  const serving = new Map<string, Promise<void>>();
  let running: Promise<void> = Promise.resolve();

  const wait = (ms: number) => sleep(ms, undefined, { signal: ending.signal, ref: false }).catch(() => {}); // woken to end

  /** Serves every endpoint that is due, each without waiting for another. @returns whether there are active endpoints */
  async function serveDue(): Promise<boolean> {
    const { active, due } = await findWork(db, now());
    if (!due) return active;
    while ((await dispatchEvents(db, now(), dispatchedAtOnce)) === dispatchedAtOnce) {
      if (ending.signal.aborted) return active;
    }
    for (;;) {
      const endpointId = ending.signal.aborted ? null : await leaseEndpoint(db, worker, now());
      if (endpointId === null) return active;
      const served = serve(endpointId).finally(() => serving.delete(endpointId));
      serving.set(endpointId, served);
    }
  }

  async function serve(endpointId: string): Promise<void> {
    const { signal } = cuttingOff;
    try {
      while (!ending.signal.aborted && (await deliverNext(deps, { endpointId, worker, signal })));
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
    while (!ending.signal.aborted) {
      const since = bell.rings();
      const active = await serveDue().catch((error: unknown) => {
        log.error("failed to look for webhooks that are due", { error });
        return true;
      });
      await bell.rest(wait, { since, leastMs, mostMs: active ? lookMs : idleLookMs });
    }
  }

  return {
    start() {
      running = run();
    },
    async stop() {
      ending.abort();
      const patience = setTimeout(() => cuttingOff.abort(), stopPatienceMs);
      await running;
      await Promise.all(serving.values());
      clearTimeout(patience);
    },
    async deliverDue() {
      await serveDue();
      await Promise.all(serving.values());
    },
  };
}
