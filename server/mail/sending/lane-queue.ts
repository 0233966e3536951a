import type { Db } from "#server/lib/database/database.ts";
import type { DeliveryResult } from "./delivery.rules.ts";
import type { Lane, LeasedMessage } from "./leased-message.ts";
import { prepareTurns, releaseUnknown } from "./leases.queries.ts";

/** Records results and leases messages for the slots of one lane. */
export type LaneQueue = {
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
 * @param worker a name that no other queue leases under
 * @param onRetry told when results could not be recorded and wait; they are not dropped before the process ends
 */
export function createLaneQueue(
  { db, worker, lane }: { db: Db; worker: string; lane: Lane },
  {
    onRetry,
    pause,
    signal,
  }: { onRetry: (error: unknown) => void; pause: (ms: number) => Promise<void>; signal: AbortSignal },
): LaneQueue {
  const turn = prepareTurns(db, { worker, lane });
  const results: Recording[] = [];
  const wishes: Wish[] = [];
  let busy = false;
  let answerLost = false;
  const held = new Set<string>();

  async function exchange(batch: Recording[], take: number): Promise<LeasedMessage[]> {
    if (answerLost) await releaseUnknown(db, worker, [...held]);
    answerLost = true;
    const results = batch.map(({ result }) => result);
    const { messages, skipped } = await turn({ results, take });
    for (let more = skipped; more > 0 && messages.length < take; ) {
      const next = await turn({ results: [], take: take - messages.length });
      messages.push(...next.messages);
      more = next.skipped;
    }
    answerLost = false;
    for (const { result } of batch) held.delete(result.id);
    for (const { id } of messages) held.add(id);
    return messages;
  }

  async function serve(): Promise<void> {
    busy = true;
    // Slots that were woken by the same event ask in the same moment: let them all be heard.
    await new Promise((heard) => setImmediate(heard));
    for (let failures = 0; results.length > 0 || wishes.length > 0; ) {
      const batch = results.splice(0);
      const wanting = wishes.splice(0);
      try {
        const messages = await exchange(batch, wanting.length);
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
    busy = false;
  }

  const start = () => {
    if (!busy) void serve();
  };
  return {
    record: (result) =>
      new Promise((recorded) => {
        results.push({ result, recorded });
        start();
      }),
    next: () =>
      new Promise((resolve, reject) => {
        wishes.push({ resolve, reject });
        start();
      }),
  };
}
