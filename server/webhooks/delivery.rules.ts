import { createHmac, randomBytes } from "node:crypto";
import type { WebhookEventType } from "#contract/webhooks.ts";

/** An event from which deliveries are made. */
export type DeliveredEvent = { id: string; type: WebhookEventType; data: Record<string, unknown>; at: Date };

const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;
/** Delays after the first attempt, which is immediate. */
const retryDelays = [5 * seconds, 5 * minutes, 30 * minutes, 2 * hours, 5 * hours, 10 * hours, 10 * hours];

/** The longest pause before an attempt. */
export const longestRetryMs = 1.1 * Math.max(...retryDelays);

/**
 * The pause before the next attempt, ± 10 %, so that deliveries that failed together are not retried together.
 * @param attempts how many have failed
 * @param random from 0 to 1
 * @returns null after the last attempt
 */
export function retryDelay(attempts: number, random = Math.random()): number | null {
  const delay = retryDelays[attempts - 1];
  return delay === undefined ? null : Math.round(delay * (0.9 + 0.2 * random));
}

/** A secret of 256 bits in the form of Standard Webhooks. */
export function createWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** The headers of Standard Webhooks. @param secrets the current one first; each secret signs */
export function signatureHeaders(
  { id, at, body }: { id: string; at: Date; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

/** @param person null: the endpoint gets no personal fields, or the sign-up was deleted */
export function webhookBody({ type, data, at }: DeliveredEvent, person: object | null): string {
  return JSON.stringify({
    type,
    timestamp: at.toISOString(),
    data: person === null ? data : { ...data, person },
  });
}

/**
 * The shortest time between two look-ups of due events, in milliseconds: a busy process serves requests first.
 * @param utilization of the event loop since the last look-up, from 0 to 1
 */
export function minPollMs(utilization: number): number {
  return utilization > 0.6 ? 5_000 : 1_000;
}

const restMaxMs = 1_000;

/**
 * How long an endpoint rests between two batches, in milliseconds: a busy process serves requests first.
 * @param batch usage of the event loop during the batch: `active` in milliseconds, `utilization` from 0 to 1
 * @returns null instead of more than a second: the process is too busy to continue
 */
export function restAfterBatch({
  active,
  utilization,
}: {
  active: number;
  utilization: number;
}): number | null {
  const restMs = utilization < 1 ? (active * utilization) / (1 - utilization) : Number.POSITIVE_INFINITY;
  return restMs > restMaxMs ? null : restMs;
}
