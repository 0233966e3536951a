import { emailMessages } from "#contract/email.ts";
import type { SendOutcome, SmtpRefusal } from "#server/mail/transports/transport.ts";

/** Pauses before the next attempts at a message that was refused for the moment, in seconds; after the last it has failed. */
const retryPauses = [60, 300, 900, 3_600] as const;

/** A campaign that reaches no server pauses itself within this time of its first failed attempt. */
const unreachableLimitMs = 55_000;

/**
 * Pauses before a campaign that paused itself probes the server again, in seconds; the last one repeats. A probe sends one
 * message of the campaign.
 */
export const probePauses = [60, 120, 300, 900] as const;

/**
 * The state of a message in the log after an attempt, which also ends its lease.
 *
 * A message is pending until it is sent, has failed or is cancelled, and pending again after an attempt that may be repeated.
 * It is cancelled with its campaign, if it waits then or would wait again after the attempt that was under way. It is
 * skipped when its recipient has left by the time that it is its turn. Sent, cancelled and skipped are for good; failed becomes
 * pending only when an admin requeues it. Of a campaign, total = sent + failed + cancelled + skipped + pending at every commit.
 */
export type DeliveryResult = {
  id: string;
  status: "pending" | "sent" | "failed";
  errorMessage: string | null;
  /** Seconds until the retry of a pending message. */
  retryIn: number | null;
  /** An attempt that reached no server does not count against the message. */
  countsAsAttempt: boolean;
  /** Whether the message left or may have left, which the caps count. */
  departed: boolean;
  /** The server's words of a permanent refusal, recorded with its event. */
  refusal?: SmtpRefusal;
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
  const result = {
    id: message.id,
    errorMessage: null,
    retryIn: null,
    countsAsAttempt: true,
    departed: false,
  };
  switch (outcome.type) {
    case "sent":
      return { ...result, status: "sent", departed: true };
    case "refused":
      return { ...result, status: "failed", errorMessage: outcome.message, ...refusalOf(outcome) };
    case "uncertain":
      return {
        ...result,
        status: "failed",
        errorMessage: `${emailMessages.interrupted} (${outcome.message})`,
        departed: true,
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
      return later(message, outcome.message, refusalOf(outcome));
  }
}

/** While simulation is on a message that belongs to no campaign counts as sent; nothing leaves. */
export function simulatedResult(id: string): DeliveryResult {
  const note = emailMessages.simulated;
  return { id, status: "sent", errorMessage: note, retryIn: null, countsAsAttempt: true, departed: false };
}

/** A message of a campaign waits on, as if it had not been leased. */
export function untriedResult(id: string): DeliveryResult {
  return {
    id,
    status: "pending",
    errorMessage: null,
    retryIn: null,
    countsAsAttempt: false,
    departed: false,
  };
}

const refusalOf = ({ refusal }: { refusal?: SmtpRefusal }) => (refusal ? { refusal } : {});

/** @param refused the last refusal's text: it counts once there are no retries left */
function later(
  { id, attempts }: { id: string; attempts: number },
  errorMessage: string,
  refused: { refusal?: SmtpRefusal } = {},
): DeliveryResult {
  const pause = retryPauses[attempts - 1];
  const result = { id, errorMessage, countsAsAttempt: true, departed: false };
  return pause === undefined
    ? { ...result, ...refused, status: "failed", retryIn: null }
    : { ...result, status: "pending", retryIn: pause };
}

/** How long a worker waits after so many messages in a row that reached no server: 1 s, doubled up to 30 s. */
export function unreachablePauseMs(inARow: number): number {
  return inARow === 0 ? 0 : Math.min(1_000 * 2 ** (inARow - 1), 30_000);
}

/**
 * Whether a campaign that reaches no server pauses now: one more attempt, as long as the last, would end too late.
 * @param sinceMs how long ago the first attempt in vain began
 * @param attemptMs how long the last one took
 */
export function isOutage({
  sinceMs,
  attemptMs,
  inARow,
}: {
  sinceMs: number;
  attemptMs: number;
  inARow: number;
}): boolean {
  return sinceMs + unreachablePauseMs(inARow) + attemptMs > unreachableLimitMs;
}

/** Why a message does not leave yet. */
export function capReached(until: Date): string {
  const time = until.toLocaleString("fr-FR", {
    timeZone: "Europe/Paris",
    dateStyle: "long",
    timeStyle: "short",
  });
  return `Plafond d’envoi atteint : un envoi sera de nouveau possible le ${time}.`;
}
