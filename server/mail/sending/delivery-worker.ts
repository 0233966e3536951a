import type { AppDependencies } from "#server/app-dependencies.ts";
import type { DeliveryWorker } from "../mail.ts";
import { sendCampaigns, tryServers } from "./campaign-delivery.ts";
import { type DirectLane, deliver, deliverOldest, sendLane } from "./direct-delivery.ts";
import {
  type ContextParts,
  createWorkerContext,
  keepLeases,
  markDeadLeases,
  tickMs,
  type WorkerContext,
} from "./worker-context.ts";

const directLanes: readonly DirectLane[] = ["link", "confirmation", "direct"];
/** When the process stops, messages in flight have this time before their connections are closed. */
const stopTimeoutMs = 6_000;

/**
 * Sends pending messages: links, confirmations, direct messages and campaigns in parallel lanes, so that no lane waits for
 * another. Any number of instances may run; only one worker leases a message.
 */
export function createDeliveryWorker(
  { config, ...deps }: Pick<AppDependencies, "db" | "log" | "config" | "now">,
  parts: ContextParts,
): DeliveryWorker {
  const { sender } = parts;
  const context = createWorkerContext(deps, parts);
  // Only one process uses the embedded database, so at its start every lease belongs to a dead worker.
  const isAlone = config.databaseUrl === undefined;
  let running: Promise<void> = Promise.resolve();
  const inBackground = new Set<Promise<void>>();
  return {
    start() {
      context.noteTurn();
      running = run(context, { isAlone });
    },
    wake: context.wake,
    waitUntilDue: context.waitUntilDue,
    isAlive: context.isAlive,
    deliver: (logId, options = { retry: true }) => deliver(context, logId, options),
    deliverThrough(settings, logIds) {
      const deliveries = logIds.map((id) => deliver(context, id, { retry: false, through: settings }));
      const delivery: Promise<void> = Promise.all(deliveries)
        .catch((error) => deps.log.error("a message about the mail transport could not be sent", { error }))
        .then(() => void inBackground.delete(delivery));
      inBackground.add(delivery);
    },
    deliverOldest: (take) => deliverOldest(context, take),
    async stop() {
      context.stop();
      const timeout = setTimeout(() => sender.abort(), stopTimeoutMs);
      await Promise.all([running, ...inBackground]);
      await sender.settled();
      clearTimeout(timeout);
      sender.close();
    },
  };
}

async function run(context: WorkerContext, { isAlone }: { isAlone: boolean }): Promise<void> {
  await markDeadLeases(context, { everyone: isAlone }).catch((error) =>
    context.log.error("interrupted messages could not be marked", { error }),
  );
  await Promise.all([
    ...directLanes.map((lane) => repeat(context, () => sendLane(context, lane))),
    repeat(context, () => context.campaigns.advance()),
    repeat(context, () => sendCampaigns(context)),
    repeat(context, () => tryServers(context)),
    keepLeases(context),
  ]);
}

/** Repeats a task at every tick while work is due, until the worker stops. Logs a failure and retries at the next tick. */
async function repeat(context: WorkerContext, task: () => Promise<void>): Promise<void> {
  const logFailure = (error: unknown) => context.log.error("mail delivery failed", { error });
  while (!context.signal.aborted) {
    await task().then(context.noteTurn, logFailure);
    await context.pauseUntilWoken(tickMs);
    await context.waitUntilDue().catch(logFailure);
  }
}
