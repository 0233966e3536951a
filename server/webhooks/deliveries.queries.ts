import { and, asc, eq, inArray, lt, sql } from "drizzle-orm";
import { z } from "zod";
import type { Audience } from "#contract/audience.ts";
import { type WebhookEvent, type WebhookOffReason, webhookLimits } from "#contract/webhooks.ts";
import { webhookDeliveries, webhookEndpoints, webhookEvents } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow, rows, textArray } from "#server/lib/database/sql.ts";
import type { PostOutcome } from "./post-webhook.ts";
import type { StoredEndpoint } from "./webhooks.queries.ts";

/** Longer than an attempt and its statements take: a worker that exceeds the lease is dead. */
const leaseSeconds = 30;

const time = (date: Date) => sql`${date.toISOString()}::timestamptz`;
const decisions = sql.raw("type in ('signup.approved', 'signup.rejected') and dispatched_at is null");

type NewSignupEvents = {
  type: WebhookEvent;
  audience: Audience;
  ids: string[];
  /** Seconds until the events are final. */
  delaySeconds?: number;
  bulkId?: string | null;
};

/** Writes an event per sign-up, unless no active endpoint has selected it. */
export async function insertSignupEvents(
  tx: Db,
  { type, audience, ids, delaySeconds = 0, bulkId = null }: NewSignupEvents,
): Promise<void> {
  await tx.execute(sql`
    insert into webhook_events (type, data, signup_id, bulk_id, at)
    select ${type}, jsonb_build_object('id', id, 'audience', ${audience}::text, 'state', ${type.split(".")[1]}::text), id, ${bulkId}::uuid,
      now() + make_interval(secs => ${delaySeconds})
    from unnest(${textArray(ids)}::uuid[]) with ordinality as given (id, place)
    where (select webhook_is_wanted(${type}))
    order by place`);
}

/** Deletes the events of decisions that are not final. */
export async function deleteDecisionEvents(tx: Db, signupIds: string[]): Promise<void> {
  await tx.execute(sql`
    delete from webhook_events where ${decisions} and signup_id = any(${textArray(signupIds)}::uuid[])`);
}

export async function delayDecisionEvents(tx: Db, signupIds: string[], delaySeconds: number): Promise<void> {
  await tx.execute(sql`
    update webhook_events set at = now() + make_interval(secs => ${delaySeconds})
    where ${decisions} and signup_id = any(${textArray(signupIds)}::uuid[])`);
}

export async function delayBulkEvents(tx: Db, bulkId: string, delaySeconds: number): Promise<void> {
  await tx.execute(sql`
    update webhook_events set at = now() + make_interval(secs => ${delaySeconds})
    where ${decisions} and bulk_id = ${bulkId}`);
}

const workSchema = z.object({ active: z.boolean(), due: z.boolean() });

/** Finds out if there are active endpoints, and if any event is to be dispatched or delivered now. */
export function findWork(db: Db, now: Date) {
  return onlyRow(
    db,
    workSchema,
    sql`
    select exists (select from webhook_endpoints where is_active) as active,
      exists (select from webhook_events where dispatched_at is null and at <= ${time(now)})
      or exists (
        select from webhook_endpoints e
        cross join lateral (
          select due_at from webhook_deliveries where endpoint_id = e.id and status = 'waiting' order by id limit 1
        ) as oldest
        where e.is_active and oldest.due_at <= ${time(now)} and not mail_is_held()
      ) as due`,
  );
}

const countSchema = z.object({ count: z.number() });

/**
 * Writes a delivery per endpoint for the oldest events. One instance at a time does this, so that the ids of deliveries have the order of
 * the events.
 * @returns how many events there were
 */
export async function dispatchEvents(db: Db, now: Date, limit: number): Promise<number> {
  const { count } = await onlyRow(
    db,
    countSchema,
    sql`
    with turn as materialized (
      select pg_try_advisory_xact_lock(hashtextextended('webhook events', 0)) as mine
    ),
    due as materialized (
      select id, type, at, position from webhook_events
      where (select mine from turn) and dispatched_at is null and at <= ${time(now)}
      order by at, position limit ${limit}
      for update skip locked
    ),
    written as (
      insert into webhook_deliveries (endpoint_id, event_id, due_at, created_at)
      select e.id, due.id, ${time(now)}, ${time(now)}
      from due join webhook_endpoints e on webhook_takes(e.events, e.is_active, e.personal or e.had_personal, due.type)
      order by due.at, due.position
    ),
    dispatched as (
      update webhook_events set dispatched_at = ${time(now)} where id in (select id from due)
      returning 1
    )
    select count(*)::int as count from dispatched`,
  );
  return count;
}

const idSchema = z.object({ id: z.string() });

/** Leases an endpoint whose oldest delivery is due, so that one worker of all instances serves it. Null when there is none. */
export async function leaseEndpoint(db: Db, worker: string, now: Date): Promise<string | null> {
  const [leased] = await rows(
    db,
    idSchema,
    sql`
    update webhook_endpoints set leased_by = ${worker}, leased_until = now() + make_interval(secs => ${leaseSeconds})
    where id = (
      select e.id from webhook_endpoints e
      where e.is_active and (e.leased_until is null or e.leased_until <= now()) and not mail_is_held()
        and (e.kind = 'standard' or e.last_message_at is null or e.last_message_at <= ${time(now)} - make_interval(secs => ${webhookLimits.messageEverySeconds}))
        and (
          select due_at from webhook_deliveries where endpoint_id = e.id and status = 'waiting' order by id limit 1
        ) <= ${time(now)}
      order by e.id limit 1
      for update skip locked
    )
    returning id`,
  );
  return leased?.id ?? null;
}

/** @returns the current endpoint; null when the lease is lost, or deliveries must wait */
export async function renewLease(db: Db, id: string, worker: string): Promise<StoredEndpoint | null> {
  const [endpoint] = await db
    .update(webhookEndpoints)
    .set({ leasedUntil: sql`now() + make_interval(secs => ${leaseSeconds})` })
    .where(
      and(
        eq(webhookEndpoints.id, id),
        eq(webhookEndpoints.leasedBy, worker),
        eq(webhookEndpoints.isActive, true),
        sql`not mail_is_held()`,
      ),
    )
    .returning();
  return endpoint ?? null;
}

export async function endLease(db: Db, id: string, worker: string): Promise<void> {
  await db
    .update(webhookEndpoints)
    .set({ leasedBy: null, leasedUntil: null })
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.leasedBy, worker)));
}

/** The oldest waiting deliveries, due or not. */
export function findWaiting(db: Db, endpointId: string, limit: number) {
  return db
    .select({
      id: webhookDeliveries.id,
      attempts: webhookDeliveries.attempts,
      dueAt: webhookDeliveries.dueAt,
      signupId: webhookEvents.signupId,
      event: {
        id: webhookEvents.id,
        type: webhookEvents.type,
        data: webhookEvents.data,
        at: webhookEvents.at,
      },
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.status, "waiting")))
    .orderBy(asc(webhookDeliveries.id))
    .limit(limit);
}

export type WaitingDelivery = Awaited<ReturnType<typeof findWaiting>>[number];

type Attempt = PostOutcome & { at: Date; personal: boolean };

export type DeliveredAttempt = Attempt & { id: number };

/** Records delivered events; the endpoint no longer counts as failing. */
export async function markDelivered(
  db: Db,
  { id, kind }: StoredEndpoint,
  attempts: readonly DeliveredAttempt[],
): Promise<void> {
  const column = (read: (attempt: DeliveredAttempt) => unknown) => sql.param(attempts.map(read));
  await db.execute(sql`
    with marked as (
      update webhook_deliveries d
      set status = 'delivered', attempts = d.attempts + 1, attempted_at = given.at, http_status = given.http_status, error = null,
        duration_ms = given.duration_ms, personal = given.personal
      from unnest(
        ${column((attempt) => attempt.id)}::bigint[],
        ${column(({ at }) => at.toISOString())}::timestamptz[],
        ${column(({ httpStatus }) => httpStatus)}::integer[],
        ${column(({ durationMs }) => durationMs)}::integer[],
        ${column(({ personal }) => personal)}::boolean[]
      ) as given (id, at, http_status, duration_ms, personal)
      where d.id = given.id
      returning d.attempted_at
    )
    update webhook_endpoints
    set failing_since = null,
      last_message_at = case when ${kind === "message"} then (select max(attempted_at) from marked) else last_message_at end
    where id = ${id}`);
}

/** @param dueAt the time of the next attempt; null after the last one */
export async function markFailed(
  tx: Db,
  ids: number[],
  { dueAt, ...attempt }: Attempt & { dueAt: Date | null },
): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({
      ...columnsOf(attempt),
      ...(dueAt === null ? { status: "failed" as const } : { dueAt }),
      attempts: sql`${webhookDeliveries.attempts} + 1`,
    })
    .where(inArray(webhookDeliveries.id, ids));
}

const columnsOf = ({ at, httpStatus, error, durationMs, personal }: Attempt) => ({
  attemptedAt: at,
  httpStatus,
  error,
  durationMs,
  personal,
});

/** @returns since when the endpoint fails */
export async function noteFailure(tx: Db, { id, kind }: StoredEndpoint, at: Date): Promise<Date> {
  const [row] = await tx
    .update(webhookEndpoints)
    .set({
      failingSince: sql`coalesce(${webhookEndpoints.failingSince}, ${time(at)})`,
      ...(kind === "message" && { lastMessageAt: at }),
    })
    .where(eq(webhookEndpoints.id, id))
    .returning({ failingSince: webhookEndpoints.failingSince });
  return row?.failingSince ?? at;
}

/** @returns false when the endpoint is off or deleted already */
export async function switchOff(tx: Db, id: string, offReason: WebhookOffReason): Promise<boolean> {
  const { rowCount } = await tx
    .update(webhookEndpoints)
    .set({ isActive: false, offReason, version: sql`${webhookEndpoints.version} + 1` })
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.isActive, true)));
  return (rowCount ?? 0) > 0;
}

/**
 * Deletes events and their deliveries. Keeps a deletion that waits for an endpoint, which is off for that long: the endpoint may have
 * received the person's name. @returns how many
 */
export async function deleteEventsBefore(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const oldest = db
    .select({ position: webhookEvents.position })
    .from(webhookEvents)
    .where(
      sql`${lt(webhookEvents.dispatchedAt, before)} and not (${webhookEvents.type} = 'signup.deleted' and exists (
        select from webhook_deliveries d where d.event_id = ${webhookEvents.id} and d.status = 'waiting'))`,
    )
    .orderBy(webhookEvents.dispatchedAt)
    .limit(limit);
  const { rowCount } = await db.delete(webhookEvents).where(inArray(webhookEvents.position, oldest));
  return rowCount ?? 0;
}

/** @param tx a restore: waiting deliveries of the backup may have been made since */
export async function cancelWaiting(tx: Db): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ status: "cancelled" })
    .where(eq(webhookDeliveries.status, "waiting"));
  await tx.execute(sql`delete from webhook_events where dispatched_at is null`);
  await tx.update(webhookEndpoints).set({ leasedBy: null, leasedUntil: null, failingSince: null });
}

const transmissionSchema = z.object({ event: z.string(), at: z.coerce.date(), personal: z.boolean() });

/** The deliveries about sign-ups in the last 30 days. `personal`: with name and address. */
export function findTransmissions(db: Db, signupIds: string[]) {
  return rows(
    db,
    transmissionSchema,
    sql`
    select e.type as event, d.attempted_at as at, d.personal
    from webhook_events e join webhook_deliveries d on d.event_id = e.id
    where e.signup_id = any(${textArray(signupIds)}::uuid[]) and d.status = 'delivered'
    order by d.attempted_at, d.id`,
  );
}
