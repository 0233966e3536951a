import { markInterrupted, renewLeases } from "./leases.queries.ts";
import type { WorkerContext } from "./worker-context.ts";

const signOfLifeMs = 10_000;

/** Marks what a dead worker had in hand. @param everyone whatever is leased: no other worker is alive */
export async function markDeadLeases(
  { db, log }: WorkerContext,
  { everyone }: { everyone: boolean },
): Promise<void> {
  const count = await markInterrupted(db, { everyone });
  if (count > 0) log.warn("messages were cut off while they were sent", { count });
}

/** Keeps this worker's leases alive, and ends those of workers that died, until it stops. */
export async function keepLeases(context: WorkerContext): Promise<void> {
  while (!context.signal.aborted) {
    await context.pause(signOfLifeMs);
    await renew(context).catch((error) => context.log.warn("leases could not be renewed", { error }));
  }
}

async function renew(context: WorkerContext): Promise<void> {
  await markDeadLeases(context, { everyone: false });
  const leaseholders = context.leaseholders();
  if (leaseholders.length > 0) await renewLeases(context.db, leaseholders);
}
