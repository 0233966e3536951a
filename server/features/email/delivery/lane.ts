import type { Logger } from "#server/lib/logger.ts";
import type { LeasedMessage } from "./delivery.repository.ts";
import { type DeliveryResult, resultOf, unreachableLimit, unreachablePauseMs } from "./delivery.rules.ts";
import { type MessageSender, notPrepared, simulatedNote } from "./message-sender.ts";
import type { Turnstile } from "./turnstile.ts";

export type LaneEnd = "empty" | "stopped" | { paused: string };

type LaneParts = {
  turnstile: Turnstile;
  sender: MessageSender;
  log: Logger;
  /** Resolves early when the signal aborts. */
  pause: (ms: number) => Promise<void>;
  signal: AbortSignal;
  /** How many more messages may leave now. */
  room: () => Promise<number>;
  pace: Pace;
};

/** The pause between two messages of a slot. */
export type Pace = { isNeeded(): boolean; wait(): Promise<void> };

/** One message right after the other. */
export const noPause: Pace = { isNeeded: () => false, wait: () => Promise.resolve() };

/**
 * Sends one lane's messages until there is none left: `parallelism` slots, each of them one message after the other, at
 * the given pace.
 * @param campaign a campaign is paused when simulation is switched on or when no server is reached any more; without one,
 *   messages are marked as simulated or wait for their next attempt
 */
export async function runLane(
  { turnstile, sender, log, pause, signal, room, pace }: LaneParts,
  { campaign, parallelism }: { campaign: boolean; parallelism: number },
): Promise<LaneEnd> {
  let end: LaneEnd | null = null;
  const connection = createConnectionWatch();
  const recordings = new Set<Promise<void>>();

  async function slot(): Promise<void> {
    while (!end) {
      if (signal.aborted) end ??= "stopped";
      await pause(connection.pauseMs());
      if (end || (await room()) <= 0) return;
      const message = await turnstile.next();
      if (!message) return;
      const recorded = turnstile.record(await resultFor(message));
      recordings.add(recorded);
      void recorded.then(() => recordings.delete(recorded));
      // Without a pause the result travels with the wish for the next message, in one statement.
      if (pace.isNeeded()) {
        await recorded;
        await pace.wait();
      }
    }
  }

  async function resultFor(message: LeasedMessage): Promise<DeliveryResult> {
    const attempt = await sender.attempt(message).catch((error: unknown) => {
      log.error("a message could not be prepared", { logId: message.id, error });
      return { type: "unreachable" as const, message: notPrepared };
    });
    if (attempt.type === "simulated") return simulated(message);
    const reason = connection.note(attempt.type === "unreachable" ? attempt.message : null);
    if (campaign && reason) end ??= { paused: reason };
    return resultOf(message, attempt, { keepWaiting: campaign });
  }

  function simulated({ id }: LeasedMessage): DeliveryResult {
    const result = { id, retryIn: null, countsAsAttempt: true };
    if (!campaign) return { ...result, status: "sent", errorMessage: simulatedNote };
    end ??= { paused: "Le mode simulation a été activé pendant l’envoi." };
    return { ...result, status: "pending", errorMessage: null, countsAsAttempt: false };
  }

  const slots = await Promise.allSettled(Array.from({ length: parallelism }, slot));
  await Promise.all(recordings);
  for (const outcome of slots) if (outcome.status === "rejected") throw outcome.reason;
  return end ?? "empty";
}

/** Counts messages in a row that reached no server for the same reason. */
function createConnectionWatch() {
  let reason: string | null = null;
  let inARow = 0;
  return {
    pauseMs: () => unreachablePauseMs(inARow),
    /** @returns the reason once the limit is reached */
    note(unreachable: string | null): string | null {
      inARow = unreachable === null ? 0 : unreachable === reason ? inARow + 1 : 1;
      reason = unreachable;
      return inARow >= unreachableLimit ? reason : null;
    },
  };
}
