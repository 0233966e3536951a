import type { Audience } from "#contract/audience.ts";
import { webhookLimits } from "#contract/webhooks.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import { postNotice } from "#server/notices/notices.service.ts";
import { findSignup } from "#server/signups/own-signups.service.ts";
import {
  type DeliveredAttempt,
  findWaiting,
  markDelivered,
  markFailed,
  noteFailure,
  renewLease,
  switchOff,
  type WaitingDelivery,
} from "./deliveries.queries.ts";
import { type DeliveredEvent, retryDelay, signatureHeaders, webhookBody } from "./delivery.rules.ts";
import type { EndpointBox } from "./endpoint-secrets.ts";
import { messageBody, messageText } from "./message-text.rules.ts";
import { type PostOutcome, postJson } from "./post-webhook.ts";
import type { StoredEndpoint } from "./webhooks.queries.ts";

export type DeliveryDeps = Pick<AppDependencies, "db" | "now" | "config"> & { box: EndpointBox };

/** Limit of the events that one message summarises. */
const summedMax = 1_000;
/** How many events one call delivers, and for how long it starts attempts. With the last attempt, this is less than a lease. */
const batchSize = 20;
const batchMs = 5_000;
const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Delivers the due events of a leased endpoint: one by one for a few seconds, or in one message about all waiting events. One statement
 * records all delivered events, so that a process that dies before repeats at most these.
 * @returns true when more events may be due
 * @throws the signal's reason when it ends an attempt, which then does not count
 */
export async function deliverNext(
  deps: DeliveryDeps,
  { endpointId, worker, signal }: { endpointId: string; worker: string; signal: AbortSignal },
): Promise<boolean> {
  const { db, now } = deps;
  const endpoint = await renewLease(db, endpointId, worker);
  if (!endpoint) return false;
  const isMessage = endpoint.kind === "message";
  const waiting = await findWaiting(db, endpointId, isMessage ? summedMax : batchSize);
  const posts = isMessage && waiting.length > 0 ? [waiting] : waiting.map((delivery) => [delivery]);
  const delivered: DeliveredAttempt[] = [];
  let failed: FailedAttempt | null = null;
  const begin = performance.now();
  try {
    for (const post of posts) {
      const [oldest] = post;
      if (!oldest || oldest.dueAt > now() || performance.now() - begin > batchMs) break;
      const person = endpoint.personal && post.length === 1 ? await findPerson(db, oldest) : null;
      const events = post.map(({ event }) => event);
      const outcome = await postEvents(deps, { endpoint, events, person, signal });
      const attempt = { ...outcome, at: now(), personal: person !== null };
      if (!isSuccess(outcome)) {
        failed = { ids: post.map(({ id }) => id), attempts: oldest.attempts + 1, ...attempt };
        break;
      }
      delivered.push(...post.map(({ id }) => ({ id, ...attempt })));
    }
  } finally {
    if (delivered.length > 0) await markDelivered(db, endpoint, delivered);
  }
  if (failed) await noteFailedAttempt(db, endpoint, failed);
  return failed === null && delivered.length > 0 && !isMessage;
}

export function isSuccess({ httpStatus }: Pick<PostOutcome, "httpStatus">): boolean {
  return httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
}

type Person = { audience: Audience; firstname: string; name: string; email: string; website?: string };

/** Read at the time of delivery. Null for a deleted sign-up, or one whose owner limited the use of their data. */
async function findPerson(db: Db, { event, signupId }: WaitingDelivery): Promise<Person | null> {
  const { audience } = event.data;
  if (signupId === null || (audience !== "user" && audience !== "brand")) return null;
  const signup = await findSignup(db, audience, signupId);
  if (!signup || signup.limitedAt) return null;
  const { firstname, name, email, website } = signup;
  return { audience, firstname, name, email, ...(website && { website }) };
}

/** @param person for a single event, with the personal fields */
export async function postEvents(
  { now, config, box }: Omit<DeliveryDeps, "db">,
  {
    endpoint,
    events,
    person,
    signal,
  }: { endpoint: StoredEndpoint; events: DeliveredEvent[]; person: Person | null; signal: AbortSignal },
): Promise<PostOutcome> {
  const at = now();
  const address = box.open(endpoint.urlSealed);
  const secrets = openSecrets(endpoint, { box, at });
  const [event] = events;
  if (address === null || secrets === null || !event) {
    return { httpStatus: null, error: "unreadable", durationMs: 0 };
  }
  const url = new URL(address);
  const given = { url, privateHosts: config.mailPrivateHosts, signal };
  if (endpoint.kind === "message") {
    return postJson({ ...given, body: messageBody(url.hostname, messageText(events, person)), headers: {} });
  }
  const { audience: _, ...fields } = person ?? { audience: null };
  const body = webhookBody(event, person && fields);
  return postJson({
    ...given,
    body,
    headers: signatureHeaders({ id: `msg_${event.id}`, at, body }, secrets),
  });
}

/** The current secret, and the former one for a day. Null when the current secret cannot be read. */
function openSecrets(
  { secretSealed, formerSecretSealed, formerSecretUntil }: StoredEndpoint,
  { box, at }: { box: EndpointBox; at: Date },
): string[] | null {
  if (secretSealed === null) return [];
  const secret = box.open(secretSealed);
  if (secret === null) return null;
  const isFormerValid = formerSecretSealed !== null && formerSecretUntil !== null && formerSecretUntil > at;
  const former = isFormerValid ? box.open(formerSecretSealed) : null;
  return former === null ? [secret] : [secret, former];
}

type FailedAttempt = PostOutcome & { ids: number[]; attempts: number; at: Date; personal: boolean };

/** Attempts of one delivery that must fail before its endpoint is switched off. Two failures days apart are no failure of days. */
const failingAttempts = 4;

/**
 * An endpoint that answers 410, or fails for five days, is switched off, and a notice is posted. When a message with several events fails
 * its last attempt, only the oldest event is given up; the others wait for the next message.
 */
async function noteFailedAttempt(
  db: Db,
  endpoint: StoredEndpoint,
  { ids, attempts, ...attempt }: FailedAttempt,
): Promise<void> {
  const delay = retryDelay(attempts);
  const isGone = attempt.httpStatus === 410;
  const isLast = delay === null || isGone;
  const dueAt = new Date(attempt.at.getTime() + (isLast ? 0 : delay));
  await db.transaction(async (tx) => {
    // Locks the endpoint before its deliveries, in the same order as an edit.
    const since = await noteFailure(tx, endpoint, attempt.at);
    await markFailed(tx, isLast ? ids.slice(1) : ids, { ...attempt, dueAt });
    if (isLast) await markFailed(tx, ids.slice(0, 1), { ...attempt, dueAt: null });
    const lasts = attempt.at.getTime() - since.getTime() >= webhookLimits.failingDays * dayMs;
    const isFailing = lasts && attempts >= failingAttempts;
    if (!isGone && !isFailing) return;
    const reason = isGone ? "gone" : "failing";
    if (!(await switchOff(tx, endpoint.id, reason))) return;
    await postNotice(tx, { kind: "webhook_off", details: { reason, since: since.toISOString() } });
  });
}
