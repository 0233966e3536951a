import type { Logger } from "./lib/logger.ts";
import type { MayDeleteByTime } from "./upkeep/clock.service.ts";

/** One piece of upkeep. Must be safe to run concurrently in several instances and to be cut off at any point. */
export type MaintenanceJob = {
  name: string;
  /** Not in every round, but once in so many milliseconds: each look costs an idle server a statement. */
  everyMs?: number;
  /** It deletes or ends something because its time is over: left out while the clock is not believed. */
  deletesByTime?: true;
  run: () => Promise<void>;
};

type Upkeep = { jobs: readonly MaintenanceJob[]; mayDeleteByTime: MayDeleteByTime };

/**
 * Runs the jobs one after the other, every `intervalMs`, or every `everyMs` of theirs; rounds never overlap. The first round runs
 * them all. A job that fails is logged and tried again in the next round; the others run all the same.
 * @returns stops the rounds and waits for the current one
 */
export function startMaintenance(
  log: Logger,
  { jobs, mayDeleteByTime }: Upkeep,
  intervalMs = 30_000,
): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();

  /** By the round's begin, so that a slow job before it does not put a job off by a round. */
  const doneIn = new Map<MaintenanceJob, number>();

  const runJob = async (job: MaintenanceJob, begin: number) => {
    const done = doneIn.get(job);
    // Half a round early rather than nearly a whole one late.
    if (done !== undefined && begin - done + intervalMs / 2 < (job.everyMs ?? 0)) return;
    doneIn.delete(job);
    if (job.deletesByTime && !(await mayDeleteByTime())) return;
    await job.run();
    doneIn.set(job, begin);
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
