import { randomUUID } from "node:crypto";
import { staleMessage } from "#contract/version.schema.ts";
import type {
  CreateWebhook,
  Delivery,
  DeliveryList,
  UpdateWebhook,
  Webhook,
  WebhookTest,
} from "#contract/webhooks.schema.ts";
import { webhookEventLabels, webhookLimits, webhookMessages } from "#contract/webhooks.ts";
import { attemptKey, beginAttempt } from "#server/accounts/attempts.service.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { findLastActor, recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { conflict, invalid, notFound, stale } from "#server/lib/http/errors.ts";
import { findTrustedTime } from "#server/upkeep/clock.service.ts";
import { isSuccess, postEvents } from "./deliver.service.ts";
import { deleteEventsBefore, findTransmissions } from "./deliveries.queries.ts";
import { createWebhookSecret } from "./delivery.rules.ts";
import type { EndpointBox } from "./endpoint-secrets.ts";
import { correctFutureTimes } from "./future-times.queries.ts";
import { isPostable } from "./post-webhook.ts";
import {
  countEndpointsLocked,
  deleteEndpoint,
  findDeliveries,
  findDeliveryEndpoint,
  findEndpoint,
  findEndpoints,
  hastenDeliveries,
  insertEndpoint,
  insertTest,
  replaceSecret,
  resetDelivery,
  type StoredEndpoint,
  updateEndpoint,
} from "./webhooks.queries.ts";

export { findTransmissions };

export type WebhookDeps = Pick<AppDependencies, "db" | "now" | "config"> & { webhookBox: EndpointBox };
type Actor = { actor: string };

const hourMs = 3_600_000;
const minuteMs = 60_000;

export async function listWebhooks({ db, webhookBox }: WebhookDeps): Promise<Webhook[]> {
  return (await findEndpoints(db)).map((endpoint) => present(endpoint, webhookBox));
}

/** @throws ApiError 400 for an address or a choice that is not allowed, 409 when the limit of endpoints is reached */
export async function createWebhook(
  deps: WebhookDeps,
  { kind, url, events, personal, actor }: CreateWebhook & Actor,
): Promise<{ id: string; secret: string | null }> {
  const { db, now, webhookBox } = deps;
  ensureAllowed(deps, { kind, url, events, personal });
  const secret = kind === "standard" ? createWebhookSecret() : null;
  const id = await db.transaction(async (tx) => {
    if ((await countEndpointsLocked(tx)) >= webhookLimits.endpointsMax)
      throw conflict(webhookMessages.tooMany);
    const stored = await insertEndpoint(tx, {
      kind,
      urlSealed: webhookBox.seal(url),
      secretSealed: secret && webhookBox.seal(secret),
      events,
      personal,
      createdAt: now(),
    });
    const details = { webhook: kind, ...journalledChoice({ url, events, personal }) };
    await recordEntry(tx, { actor, action: "webhook.created", subject: stored, details });
    return stored;
  });
  return { id, secret };
}

/** @throws ApiError 400 as `createWebhook`, 404, and 409 `stale` when another version was saved meanwhile */
export function editWebhook(
  deps: WebhookDeps,
  id: string,
  { url, events, personal, isActive, version, actor }: UpdateWebhook & Actor,
): Promise<Webhook> {
  const { db, now, webhookBox } = deps;
  return db.transaction(async (tx) => {
    const before = await getEndpoint(tx, id);
    ensureAllowed(deps, { kind: before.kind, url, events, personal: personal || mayKnowPersons(before) });
    const values = { urlSealed: webhookBox.seal(url), events, personal, isActive };
    const stored = await updateEndpoint(
      tx,
      { id, version },
      { ...values, offReason: null, failingSince: null },
    );
    if (!stored) {
      const savedBy = await findLastActor(tx, { action: "webhook.updated", subject: id });
      throw stale(present(await getEndpoint(tx, id), webhookBox), staleMessage(savedBy, actor));
    }
    await hastenDeliveries(tx, id, now());
    const details = { ...journalledChoice({ url, events, personal }), isActive };
    await recordEntry(tx, { actor, action: "webhook.updated", subject: id, details });
    return present(stored, webhookBox);
  });
}

/** Makes a new secret; the current one still signs for a day. @throws ApiError 404, 409 for a message */
export async function rotateSecret(
  { db, now, webhookBox }: WebhookDeps,
  { id, actor }: { id: string } & Actor,
): Promise<{ secret: string }> {
  const secret = createWebhookSecret();
  await db.transaction(async (tx) => {
    const formerUntil = new Date(now().getTime() + webhookLimits.formerSecretHours * hourMs);
    if (!(await replaceSecret(tx, id, { sealed: webhookBox.seal(secret), now: now(), formerUntil }))) {
      await getEndpoint(tx, id);
      throw conflict(webhookMessages.noSecret);
    }
    await recordEntry(tx, { actor, action: "webhook.secret_rotated", subject: id });
  });
  return { secret };
}

/** @throws ApiError 404 */
export async function deleteWebhook(
  { db }: WebhookDeps,
  { id, actor }: { id: string } & Actor,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await deleteEndpoint(tx, id))) throw notFound(webhookMessages.notFound);
    await recordEntry(tx, { actor, action: "webhook.deleted", subject: id });
  });
}

/** Posts a test immediately, also to an endpoint that is off. @throws ApiError 404, 429 */
export async function testWebhook(
  deps: WebhookDeps,
  { id, actor }: { id: string } & Actor,
): Promise<WebhookTest> {
  const { db, now, config, webhookBox } = deps;
  const endpoint = await getEndpoint(db, id);
  const tests = attemptKey(deps, "webhook-test", actor, webhookLimits.testsPerMinute);
  await beginAttempt(deps, [{ ...tests, windowMs: minuteMs }], webhookMessages.tooManyTests);
  const at = now();
  const event = { id: randomUUID(), type: "webhook.test", data: {}, at } as const;
  const signal = new AbortController().signal;
  const outcome = await postEvents(
    { now, config, box: webhookBox },
    { endpoint, events: [event], person: null, signal },
  );
  const delivered = isSuccess(outcome);
  const status = delivered ? "delivered" : "failed";
  await insertTest(db, {
    ...outcome,
    endpointId: id,
    eventId: event.id,
    status,
    attempts: 1,
    attemptedAt: at,
  });
  return { delivered, ...outcome };
}

/** Deliveries of the last 30 days, newest first. @throws ApiError 404 */
export async function listDeliveries(
  { db }: Pick<WebhookDeps, "db">,
  id: string,
  before: number | null,
): Promise<DeliveryList> {
  await getEndpoint(db, id);
  const { pageSize } = webhookLimits;
  const found = await findDeliveries(db, id, { before, limit: pageSize + 1 });
  const items = found.slice(0, pageSize).map(presentDelivery);
  return { items, next: found.length > pageSize ? (items.at(-1)?.id ?? null) : null };
}

/** Delivers an event again, or immediately instead of at its next attempt. @throws ApiError 404, 409 while its endpoint is off */
export async function resendDelivery(
  { db, now }: Pick<WebhookDeps, "db" | "now">,
  { id, actor }: { id: number } & Actor,
): Promise<void> {
  await db.transaction(async (tx) => {
    const endpoint = await findDeliveryEndpoint(tx, id);
    if (!endpoint) throw notFound(webhookMessages.deliveryNotFound);
    if (!endpoint.isActive) throw conflict(webhookMessages.off);
    await resetDelivery(tx, id, now());
    await recordEntry(tx, { actor, action: "webhook.resent", subject: endpoint.id });
  });
}

const deletedAtOnce = 1_000;

/**
 * Deletes events and their deliveries after 30 days, except deletions that wait for an endpoint. Works in batches: a single statement would
 * block the embedded database for too long.
 */
export async function deleteOldDeliveries({ db, now }: Pick<WebhookDeps, "db" | "now">): Promise<void> {
  const before = new Date(now().getTime() - webhookLimits.keptDays * 24 * hourMs);
  let count = deletedAtOnce;
  while (count === deletedAtOnce) count = await deleteEventsBefore(db, { before, limit: deletedAtOnce });
}

/** Moves times to the present that an earlier wrong clock dated in the future, so that no delivery waits until that date. */
export async function correctFutureWebhookTimes(deps: Pick<WebhookDeps, "db" | "now">): Promise<void> {
  const now = await findTrustedTime(deps);
  if (now !== null) await correctFutureTimes(deps.db, now);
}

async function getEndpoint(db: Db, id: string): Promise<StoredEndpoint> {
  const endpoint = await findEndpoint(db, id);
  if (!endpoint) throw notFound(webhookMessages.notFound);
  return endpoint;
}

/** Leaves out the path of the address, because it is enough to post to a channel. */
const journalledChoice = ({ url, events, personal }: Pick<CreateWebhook, "url" | "events" | "personal">) => ({
  domain: new URL(url).host,
  events: events.map((event) => webhookEventLabels[event]).join(", "),
  personal,
});

const mayKnowPersons = ({ personal, hadPersonal }: StoredEndpoint) => personal || hadPersonal;

/**
 * An endpoint that receives or received personal data must also receive deletions (article 19). Messages are exempt, because a
 * channel is no register of persons.
 * @param personal also true for an endpoint that may have received personal data before
 */
function ensureAllowed(
  { config }: Pick<WebhookDeps, "config">,
  { kind, url, events, personal }: CreateWebhook,
): void {
  if (!isPostable(new URL(url), config.mailPrivateHosts)) throw invalid({ url: webhookMessages.url });
  if (personal && kind === "standard" && !events.includes("signup.deleted")) {
    throw invalid({ events: webhookMessages.deletions });
  }
}

function present(endpoint: StoredEndpoint & { waiting?: number }, box: EndpointBox): Webhook {
  const { id, kind, events, personal, isActive, offReason, version, waiting = 0 } = endpoint;
  return {
    id,
    kind,
    url: box.open(endpoint.urlSealed),
    events,
    personal,
    hadPersonal: mayKnowPersons(endpoint),
    isActive,
    offReason,
    failingSince: endpoint.failingSince?.toISOString() ?? null,
    formerSecretUntil: endpoint.formerSecretUntil?.toISOString() ?? null,
    waiting,
    createdAt: endpoint.createdAt.toISOString(),
    version,
  };
}

function presentDelivery({ delivery, event }: Awaited<ReturnType<typeof findDeliveries>>[number]): Delivery {
  const { id, status, attempts, httpStatus, error, durationMs } = delivery;
  return {
    id,
    event,
    status,
    attempts,
    httpStatus,
    error,
    durationMs,
    createdAt: delivery.createdAt.toISOString(),
    attemptedAt: delivery.attemptedAt?.toISOString() ?? null,
    dueAt: status === "waiting" ? delivery.dueAt.toISOString() : null,
  };
}
