import { createTaskThread, TaskTooHeavyError } from "#server/lib/task-thread.ts";
import type { BounceMailTasks } from "./bounce-mail-tasks.ts";
import type { ReadMail } from "./bounce-reader.ts";

/** Reads foreign mail in a thread of its own, so that no message holds up the event loop. */
export type BounceMailReader = {
  /** @returns `unknown` for a message that takes too much time or memory: it is left to people */
  read(source: Uint8Array): Promise<ReadMail>;
  close(): Promise<void>;
};

/** A report of a mail server takes milliseconds. */
const usualLimitMs = 5_000;

/** @param options limitMs how long one message may take, in milliseconds */
export function createBounceMailReader({ limitMs = usualLimitMs } = {}): BounceMailReader {
  // Beside this file in the sources, and beside the bundle as an entry of its own.
  const entry = import.meta.url.endsWith(".ts") ? "./bounce-mail-worker.ts" : "./bounce-mail-worker.js";
  const thread = createTaskThread<BounceMailTasks>({
    entry: new URL(entry, import.meta.url),
    limitMs,
    maxWaiting: 8,
    memoryMb: 128,
  });
  return {
    async read(source) {
      try {
        return await thread.run("readMail", source);
      } catch (error) {
        if (error instanceof TaskTooHeavyError) return { type: "unknown" };
        throw error;
      }
    },
    close: () => thread.close(),
  };
}
