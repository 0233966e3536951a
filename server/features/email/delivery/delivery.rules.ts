import { emailMessages } from "#contract/email.ts";
import type { SendOutcome } from "#server/features/email/transports/transport.ts";

/** Pauses before the next attempts at a message that was refused for the moment, in seconds; after the last it has failed. */
export const retryPauses = [60, 300, 900, 3_600] as const;

/** So many messages in a row that reach no server for the same reason, and a campaign pauses itself. */
export const unreachableLimit = 20;

/** What the log says of a message after an attempt. Leases end with it. */
export type DeliveryResult = {
  id: string;
  status: "pending" | "sent" | "failed";
  errorMessage: string | null;
  /** Seconds until a pending one may be tried again. */
  retryIn: number | null;
  /** An attempt that reached no server does not count against the message. */
  countsAsAttempt: boolean;
};

/**
 * What follows from an attempt.
 * @param attempts how many were made, this one included
 * @param keepWaiting a message that reached no server goes on waiting (campaigns, which pause as a whole)
 */
export function resultOf(
  message: { id: string; attempts: number },
  outcome: SendOutcome,
  { keepWaiting }: { keepWaiting: boolean },
): DeliveryResult {
  const result = { id: message.id, errorMessage: null, retryIn: null, countsAsAttempt: true };
  switch (outcome.type) {
    case "sent":
      return { ...result, status: "sent" };
    case "refused":
      return { ...result, status: "failed", errorMessage: outcome.message };
    case "uncertain":
      return {
        ...result,
        status: "failed",
        errorMessage: `${emailMessages.interrupted} (${outcome.message})`,
      };
    case "unreachable":
      if (keepWaiting) {
        return {
          ...result,
          status: "pending",
          errorMessage: outcome.message,
          retryIn: 0,
          countsAsAttempt: false,
        };
      }
      return later(message, outcome.message);
    case "deferred":
      return later(message, outcome.message);
  }
}

function later({ id, attempts }: { id: string; attempts: number }, errorMessage: string): DeliveryResult {
  const pause = retryPauses[attempts - 1];
  return pause === undefined
    ? { id, status: "failed", errorMessage, retryIn: null, countsAsAttempt: true }
    : { id, status: "pending", errorMessage, retryIn: pause, countsAsAttempt: true };
}

/** How long a worker waits after so many messages in a row that reached no server: 1 s, doubled up to 30 s. */
export function unreachablePauseMs(inARow: number): number {
  return inARow === 0 ? 0 : Math.min(1_000 * 2 ** (inARow - 1), 30_000);
}

/** How many more messages the caps leave room for now. */
export function roomUnderCaps(
  caps: { hourlyCap: number | null; dailyCap: number | null },
  sent: { lastHour: number; lastDay: number },
): number {
  return Math.max(
    0,
    Math.min((caps.hourlyCap ?? Infinity) - sent.lastHour, (caps.dailyCap ?? Infinity) - sent.lastDay),
  );
}
