import { emailMessages } from "#contract/email.ts";
import { formatParisDateTime } from "#contract/paris-time.ts";
import type { SendOutcome, SmtpRefusal } from "#server/mail/transports/transport.ts";
import type { LeasedMessage } from "./leased-message.ts";

const lastPause = 3_600;
/** Pauses before retries, in seconds. After the last retry the message fails. */
const retryPauses = [60, 300, 900, lastPause] as const;

/** Until this age, a message that reaches no server is retried every hour: a weekend with a wrong password loses no message. */
const outlastsMs = 3 * 24 * 3_600_000;

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
 * A message is pending until it is sent, failed, cancelled or skipped. It becomes pending again after an attempt that may be retried. It
 * is cancelled with its campaign if it is pending, or would become pending again after the attempt in flight. It is skipped when its
 * recipient may no longer get it. Sent, cancelled and skipped are final. A failed message becomes pending only when an admin requeues
 * it. At every commit, a campaign has total = sent + failed + cancelled + skipped + pending.
 */
export type DeliveryResult = {
  id: string;
  status: "pending" | "sent" | "failed";
  errorMessage: string | null;
  /** Seconds until the retry of a pending message. */
  retryIn: number | null;
  /** False for an attempt that reached no server and must not use up the retries, and for a lease without an attempt. */
  countsAsAttempt: boolean;
  /** Whether the message left or may have left, which the caps count. */
  departed: boolean;
  /** The server's words of a permanent refusal, recorded with its event. */
  refusal?: SmtpRefusal;
};

/**
 * Returns the result of an attempt.
 * @param message `attempts`: the number of attempts, this one included
 * @param options `keepWaiting`: a message that reached no server stays pending (for campaigns, which pause as a whole)
 */
export function resultOf(
  message: Pick<LeasedMessage, "id" | "attempts" | "lane" | "createdAt">,
  outcome: SendOutcome,
  { keepWaiting, now }: { keepWaiting: boolean; now: Date },
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
      if (!keepWaiting && !outlastsOutage(message, now)) return later(message, outcome.message);
      return {
        ...result,
        status: "pending",
        errorMessage: outcome.message,
        retryIn: keepWaiting ? 0 : lastPause,
        countsAsAttempt: false,
      };
    case "deferred":
      return later(message, outcome.message, refusalOf(outcome));
  }
}

/** The result in simulation for a message without a campaign: it counts as sent, but nothing leaves. */
export function simulatedResult(id: string): DeliveryResult {
  const note = emailMessages.simulated;
  return { id, status: "sent", errorMessage: note, retryIn: null, countsAsAttempt: true, departed: false };
}

/** The result for a campaign's message that was leased, but not attempted. It stays pending. */
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

/** Whether a message that has reached no server goes on waiting for one. Links are soon useless, so they fail. */
function outlastsOutage(
  { lane, attempts, createdAt }: Pick<LeasedMessage, "lane" | "attempts" | "createdAt">,
  now: Date,
): boolean {
  const isYoung = now.getTime() - createdAt.getTime() < outlastsMs;
  return lane !== "link" && isYoung && attempts >= retryPauses.length;
}

/** Returns the result of a deferred attempt. @param refused the refusal to record when no retries are left */
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

/** The pause after a number of consecutive messages that reached no server: 1 s, doubled up to 30 s. */
export function unreachablePauseMs(inARow: number): number {
  return inARow === 0 ? 0 : Math.min(1_000 * 2 ** (inARow - 1), 30_000);
}

/**
 * Whether a campaign that reaches no server pauses now, because one more attempt of the same length would end too late.
 * @param sinceMs the time since the first failed attempt began
 * @param attemptMs the length of the last attempt
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

/** Returns the sentence for a message that a cap delays. */
export function capReached(until: Date): string {
  return `Plafond d’envoi atteint : un envoi sera de nouveau possible le ${formatParisDateTime(until)}.`;
}
