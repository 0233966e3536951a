import type { Db } from "#server/lib/database/database.ts";
import { type Lane, type LeasedMessage, releaseUnknown, turnOver } from "./delivery.repository.ts";
import type { DeliveryResult } from "./delivery.rules.ts";

/** Records results and leases messages for the slots of one lane. */
export type Turnstile = {
  /** Resolves once the result is committed; it is kept and tried again for as long as the database is away. */
  record(result: DeliveryResult): Promise<void>;
  /** The next message, or null when there is none for now. */
  next(): Promise<LeasedMessage | null>;
};

type Recording = { result: DeliveryResult; recorded: () => void };

type Wish = { resolve: (message: LeasedMessage | null) => void; reject: (error: unknown) => void };

/**
 * What the slots ask for while a statement is under way goes into the next one together: however many send at the same
 * time, there is one statement and one commit at a time.
 * @param worker a name that no other turnstile has
 * @param onRetry told when results could not be recorded and wait; they are not dropped before the process ends
 */
export function createTurnstile(
  { db, worker, lane }: { db: Db; worker: string; lane: Lane },
  {
    onRetry,
    pause,
    signal,
  }: { onRetry: (error: unknown) => void; pause: (ms: number) => Promise<void>; signal: AbortSignal },
): Turnstile {
  const results: Recording[] = [];
  const wishes: Wish[] = [];
  let turning = false;
  let answerLost = false;
  const held = new Set<string>();

  async function turnOnce(batch: Recording[], take: number): Promise<LeasedMessage[]> {
    if (answerLost) await releaseUnknown(db, worker, [...held]);
    answerLost = true;
    const messages = await turnOver(db, { worker, lane, results: batch.map(({ result }) => result), take });
    answerLost = false;
    for (const { result } of batch) held.delete(result.id);
    for (const { id } of messages) held.add(id);
    return messages;
  }

  async function turn(): Promise<void> {
    turning = true;
    // Slots that were woken by the same event ask in the same moment: let them all be heard.
    await new Promise((heard) => setImmediate(heard));
    for (let failures = 0; results.length > 0 || wishes.length > 0; ) {
      const batch = results.splice(0);
      const wanting = wishes.splice(0);
      try {
        const messages = await turnOnce(batch, wanting.length);
        failures = 0;
        for (const { recorded } of batch) recorded();
        wanting.forEach((wish, index) => void wish.resolve(messages[index] ?? null));
      } catch (error) {
        for (const wish of wanting) wish.reject(error);
        if (signal.aborted) {
          // The process ends and the database is away: the leases run out and say "interrupted".
          for (const { recorded } of batch) recorded();
          continue;
        }
        results.unshift(...batch);
        if (batch.length > 0) onRetry(error);
        failures += 1;
        await pause(Math.min(250 * 2 ** failures, 5_000));
      }
    }
    turning = false;
  }

  const wake = () => {
    if (!turning) void turn();
  };
  return {
    record: (result) =>
      new Promise((recorded) => {
        results.push({ result, recorded });
        wake();
      }),
    next: () =>
      new Promise((resolve, reject) => {
        wishes.push({ resolve, reject });
        wake();
      }),
  };
}
