import { setTimeout as sleep } from "node:timers/promises";
import type { WakeSignal } from "#server/lib/concurrency.ts";
import { applyEvents } from "./apply-events.service.ts";
import { createBounceMailReader, type ReadingDependencies, readMailboxIfDue } from "./mailbox.service.ts";

/** Reads the mailbox when it is due and applies events. One per process. */
export type BounceWorker = {
  /** Reads the mailbox when it is due. @returns whether anything was read */
  readMailbox(): Promise<boolean>;
  start(): void;
  stop(): Promise<void>;
};

/** Short enough to pause a running campaign soon when servers refuse its content. */
const tickMs = 2_000;
/** How soon an instance sees that another instance saved the mailbox's settings. Readings are minutes apart. */
const pollMs = 30_000;

export function createBounceWorker(
  deps: Omit<ReadingDependencies, "bounceMail"> & {
    wakeSignal: WakeSignal;
    waitUntilDue: () => Promise<void>;
  },
  bounceMail = createBounceMailReader(),
): BounceWorker {
  const ending = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  const wait = (ms: number) => sleep(ms, undefined, { signal: ending.signal, ref: false }).catch(() => {}); // the abort ends the wait

  async function treatEvents(): Promise<void> {
    await deps.waitUntilDue();
    await applyEvents(deps);
  }

  async function repeat(
    what: string,
    { step, maxMs }: { step: () => Promise<unknown>; maxMs: number },
  ): Promise<void> {
    while (!ending.signal.aborted) {
      const since = deps.wakeSignal.count();
      await step().catch((error: unknown) => deps.log.error("bounces could not be treated", { what, error }));
      await deps.wakeSignal.wait(wait, { since, minMs: tickMs, maxMs });
    }
  }

  const readMailbox = () => readMailboxIfDue({ ...deps, bounceMail }, ending.signal);

  return {
    readMailbox,
    start() {
      // Both tasks run in parallel, so that a slow or full mailbox does not delay events.
      running = Promise.all([
        repeat("mailbox", { step: readMailbox, maxMs: pollMs }),
        repeat("events", { step: treatEvents, maxMs: tickMs }),
      ]);
    },
    async stop() {
      ending.abort();
      await bounceMail.close();
      await running;
    },
  };
}
