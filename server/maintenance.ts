import type { Logger } from "./lib/logger.ts";
import type { MayDeleteByTime } from "./upkeep/clock.service.ts";

/** One task of the upkeep. It must be safe to run concurrently in several instances and to be interrupted at any point. */
export type MaintenanceJob = {
  name: string;
  /** Milliseconds between two runs; undefined: runs in every round. Each run sends at least one SQL statement. */
  everyMs?: number;
  /** Deletes or ends data at a certain time, so it is skipped while the clock is implausible. */
  deletesByTime?: true;
  run: () => Promise<void>;
};

type Upkeep = { jobs: readonly MaintenanceJob[]; mayDeleteByTime: MayDeleteByTime };

/**
 * Runs the jobs one after the other every `intervalMs`, and a job with `everyMs` less often. Rounds never overlap. The first round runs all
 * jobs. A failed job is logged and retried in the next round; the other jobs still run.
 * @returns a function that stops the rounds and waits for the current one
 */
export function startMaintenance(
  log: Logger,
  { jobs, mayDeleteByTime }: Upkeep,
  intervalMs = 30_000,
): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();

  /** Stores the start of the round, not of the job: a slow job before it must not delay it by a round. */
  const lastRunAt = new Map<MaintenanceJob, number>();

  const runJob = async (job: MaintenanceJob, begin: number) => {
    const done = lastRunAt.get(job);
    // Runs a job up to half a round early; otherwise it could run nearly a whole round late.
    if (done !== undefined && begin - done + intervalMs / 2 < (job.everyMs ?? 0)) return;
    lastRunAt.delete(job);
    if (job.deletesByTime && !(await mayDeleteByTime())) return;
    await job.run();
    lastRunAt.set(job, begin);
  };
  const runRound = async () => {
    const begin = performance.now();
    for (const job of jobs) {
      if (stopped) return;
      await runJob(job, begin).catch((error) => {
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
