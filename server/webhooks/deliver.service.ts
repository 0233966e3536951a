import type { Audience } from "#contract/audience.ts";
import { webhookLimits } from "#contract/webhooks.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import { postNotice } from "#server/notices/notices.service.ts";
import { findSignup } from "#server/signups/own-signups.service.ts";
import {
  findWaiting,
  markDelivered,
  markFailed,
  noteFailure,
  noteSuccess,
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

/** Events that one message may sum up. */
const summedMax = 1_000;
const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Delivers what is due at a leased endpoint: the oldest event, or one message about all that wait.
 * @returns whether more may be due
 * @throws the signal's reason when it ends the attempt, which then counts for nothing
 */
export async function deliverNext(
  deps: DeliveryDeps,
  { endpointId, worker, signal }: { endpointId: string; worker: string; signal: AbortSignal },
): Promise<boolean> {
  const { db, now } = deps;
  const endpoint = await renewLease(db, endpointId, worker);
  if (!endpoint) return false;
  const isMessage = endpoint.kind === "message";
  const waiting = await findWaiting(db, endpointId, isMessage ? summedMax : 1);
  const [oldest] = waiting;
  if (!oldest || oldest.dueAt > now()) return false;
  const only = waiting.length === 1 ? oldest : null;
  const person = endpoint.personal && only ? await findPerson(db, only) : null;
  const events = waiting.map(({ event }) => event);
  const outcome = await postEvents(deps, { endpoint, events, person, signal });
  const attempt = { ...outcome, at: now(), personal: person !== null };
  const ids = waiting.map(({ id }) => id);
  if (isSuccess(outcome)) {
    await db.transaction(async (tx) => {
      await markDelivered(tx, ids, attempt);
      await noteSuccess(tx, endpoint, attempt.at);
    });
    return !isMessage;
  }
  await noteFailedAttempt(db, endpoint, { ids, attempts: oldest.attempts + 1, ...attempt });
  return false;
}

export function isSuccess({ httpStatus }: Pick<PostOutcome, "httpStatus">): boolean {
  return httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
}

type Person = { audience: Audience; firstname: string; name: string; email: string; website?: string };

/** Read at the delivery. Null for a sign-up that is gone, or whose owner had its processing limited. */
async function findPerson(db: Db, { event, signupId }: WaitingDelivery): Promise<Person | null> {
  const { audience } = event.data;
  if (signupId === null || (audience !== "user" && audience !== "brand")) return null;
  const signup = await findSignup(db, audience, signupId);
  if (!signup || signup.limitedAt) return null;
  const { firstname, name, email, website } = signup;
  return { audience, firstname, name, email, ...(website && { website }) };
}

/** @param person of the only event, with its personal fields */
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

/** The present secret, and the former one for a day. Null when the present one cannot be read. */
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

/** An endpoint that answers 410, or fails for five days, is switched off, and a notice says so. */
async function noteFailedAttempt(
  db: Db,
  endpoint: StoredEndpoint,
  { ids, attempts, ...attempt }: FailedAttempt,
): Promise<void> {
  const delay = retryDelay(attempts);
  const isGone = attempt.httpStatus === 410;
  const dueAt = delay === null || isGone ? null : new Date(attempt.at.getTime() + delay);
  await db.transaction(async (tx) => {
    await markFailed(tx, ids, { ...attempt, dueAt });
    const since = await noteFailure(tx, endpoint, attempt.at);
    const isFailing = attempt.at.getTime() - since.getTime() >= webhookLimits.failingDays * dayMs;
    if (!isGone && !isFailing) return;
    const reason = isGone ? "gone" : "failing";
    if (!(await switchOff(tx, endpoint.id, reason))) return;
    await postNotice(tx, { kind: "webhook_off", details: { reason, since: since.toISOString() } });
  });
}
