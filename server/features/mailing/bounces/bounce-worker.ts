import { setTimeout as sleep } from "node:timers/promises";
import { applyEvents } from "./apply-events.service.ts";
import { createBounceMailReader } from "./bounce-mail.service.ts";
import { type ReadingDependencies, readMailboxIfDue } from "./mailbox/read-mailbox.service.ts";

/** Reads the mailbox when it is due, and draws the consequences of what is told. One per process. */
export type BounceWorker = {
  /** Reads the mailbox when it is due. @returns whether anything was read */
  readMailbox(): Promise<boolean>;
  start(): void;
  stop(): Promise<void>;
};

/** Refusals are answered by then: a campaign that is refused for what it is pauses while it runs. */
const tickMs = 2_000;

export function createBounceWorker(
  deps: Omit<ReadingDependencies, "bounceMail">,
  bounceMail = createBounceMailReader(),
): BounceWorker {
  const ending = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  async function repeat(what: string, step: () => Promise<unknown>): Promise<void> {
    while (!ending.signal.aborted) {
      await step().catch((error: unknown) => deps.log.error("bounces could not be treated", { what, error }));
      await sleep(tickMs, undefined, { signal: ending.signal, ref: false }).catch(() => {}); // woken to end
    }
  }

  const readMailbox = () => readMailboxIfDue({ ...deps, bounceMail }, ending.signal);

  return {
    readMailbox,
    start() {
      // Side by side: a mailbox that is slow, or full, holds nothing up.
      running = Promise.all([repeat("mailbox", readMailbox), repeat("events", () => applyEvents(deps))]);
    },
    async stop() {
      ending.abort();
      await bounceMail.close();
      await running;
    },
  };
}
