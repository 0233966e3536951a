import type { Logger } from "#server/lib/logger.ts";

/** One piece of upkeep. Must be safe to run in several instances at once and to be cut off at any point. */
export type MaintenanceJob = { name: string; run: () => Promise<void> };

/**
 * Runs the jobs one after the other, every `intervalMs`; rounds never overlap. A job that fails is logged and tried again
 * in the next round; the others run all the same.
 * @returns stops the rounds and waits for the one that is under way
 */
export function startMaintenance(
  log: Logger,
  jobs: readonly MaintenanceJob[],
  intervalMs = 30_000,
): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();

  const runRound = async () => {
    for (const job of jobs) {
      if (stopped) return;
      await job.run().catch((error) => {
        log.error("upkeep failed", { job: job.name, error });
      });
    }
  };
  const schedule = () => {
    timer = setTimeout(() => {
      round = runRound().finally(() => {
        if (!stopped) schedule();
      });
    }, intervalMs);
    timer.unref();
  };

  schedule();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await round;
  };
}
