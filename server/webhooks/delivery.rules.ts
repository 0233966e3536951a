import { createHmac, randomBytes } from "node:crypto";
import type { WebhookEventType } from "#contract/webhooks.ts";

/** An event, as its deliveries are made from. */
export type DeliveredEvent = { id: string; type: WebhookEventType; data: Record<string, unknown>; at: Date };

const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;
/** After the first attempt, which is immediate. */
const retryDelays = [5 * seconds, 5 * minutes, 30 * minutes, 2 * hours, 5 * hours, 10 * hours, 10 * hours];

/**
 * The pause before the next attempt, ± 10 %, so that deliveries that failed together do not come back together.
 * @param attempts how many have failed
 * @param random from 0 to 1
 * @returns null after the last one
 */
export function retryDelay(attempts: number, random = Math.random()): number | null {
  const delay = retryDelays[attempts - 1];
  return delay === undefined ? null : Math.round(delay * (0.9 + 0.2 * random));
}

/** As Standard Webhooks writes secrets: 256 bits. */
export function createWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** The headers of Standard Webhooks. @param secrets the present one first; each signs */
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

/** @param person null: the endpoint gets no personal fields, or the sign-up is gone */
export function webhookBody({ type, data, at }: DeliveredEvent, person: object | null): string {
  return JSON.stringify({
    type,
    timestamp: at.toISOString(),
    data: person === null ? data : { ...data, person },
  });
}

/**
 * The least time between two looks for due events, in milliseconds: a busy process serves requests first.
 * @param utilization of the event loop since the look before, from 0 to 1
 */
export function leastLookMs(utilization: number): number {
  return utilization > 0.6 ? 5_000 : 1_000;
}

const restMaxMs = 1_000;

/**
 * How long an endpoint rests between two batches, in milliseconds: a busy process serves requests first.
 * @param batch the event loop during the batch: `active` in milliseconds, `utilization` from 0 to 1
 * @returns null for more than a second: the process is too busy to continue
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
