import { and, asc, count, desc, eq, gt, lt, sql } from "drizzle-orm";
import { webhookDeliveries, webhookEndpoints, webhookEvents } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";

export type StoredEndpoint = typeof webhookEndpoints.$inferSelect;
type NewEndpoint = typeof webhookEndpoints.$inferInsert;

export async function findEndpoints(db: Db): Promise<(StoredEndpoint & { waiting: number })[]> {
  const waiting = db
    .select({ endpointId: webhookDeliveries.endpointId, count: count().as("count") })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.status, "waiting"))
    .groupBy(webhookDeliveries.endpointId)
    .as("waiting");
  const found = await db
    .select({ endpoint: webhookEndpoints, waiting: waiting.count })
    .from(webhookEndpoints)
    .leftJoin(waiting, eq(waiting.endpointId, webhookEndpoints.id))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id));
  return found.map(({ endpoint, waiting: many }) => ({ ...endpoint, waiting: many ?? 0 }));
}

export async function findEndpoint(db: Db, id: string): Promise<StoredEndpoint | null> {
  const [row] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id));
  return row ?? null;
}

/** Counts endpoints under a lock: they are added one at a time, so that their number stays within the limit. */
export async function countEndpointsLocked(tx: Db): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('webhook endpoints', 0))`);
  return tx.$count(webhookEndpoints);
}

export async function insertEndpoint(tx: Db, endpoint: NewEndpoint): Promise<string> {
  const [row] = await tx.insert(webhookEndpoints).values(endpoint).returning({ id: webhookEndpoints.id });
  if (!row) throw new Error("the database returned no row for a new endpoint");
  return row.id;
}

/** Also remembers that the endpoint had `personal`. @returns null when the endpoint was deleted, or has another version */
export async function updateEndpoint(
  tx: Db,
  { id, version }: { id: string; version: number },
  values: Omit<Partial<NewEndpoint>, "hadPersonal">,
): Promise<StoredEndpoint | null> {
  const { hadPersonal, personal } = webhookEndpoints;
  const [row] = await tx
    .update(webhookEndpoints)
    .set({ ...values, hadPersonal: sql`${hadPersonal} or ${personal}`, version: version + 1 })
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.version, version)))
    .returning();
  return row ?? null;
}

/** Updates sealed values unless they were changed meanwhile. The version stays, because administrators see no change. */
export async function updateSealed(
  db: Db,
  { id, version }: StoredEndpoint,
  sealed: Pick<StoredEndpoint, "urlSealed" | "secretSealed" | "formerSecretSealed">,
): Promise<void> {
  await db
    .update(webhookEndpoints)
    .set(sealed)
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.version, version)));
}

/** Makes waiting deliveries due now, because the endpoint was changed or switched on again. */
export async function hastenDeliveries(tx: Db, endpointId: string, now: Date): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ dueAt: now })
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        eq(webhookDeliveries.status, "waiting"),
        gt(webhookDeliveries.dueAt, now),
      ),
    );
}

/**
 * Stores a new secret. The current one becomes the former, unless a former one is still valid: the receiver still uses that. @returns false
 * when there is no such endpoint with a secret
 */
export async function replaceSecret(
  tx: Db,
  id: string,
  { sealed, now, formerUntil }: { sealed: string; now: Date; formerUntil: Date },
): Promise<boolean> {
  const isFormerValid = sql`${webhookEndpoints.formerSecretUntil} > ${now.toISOString()}::timestamptz`;
  const { rowCount } = await tx
    .update(webhookEndpoints)
    .set({
      secretSealed: sealed,
      formerSecretSealed: sql`case when ${isFormerValid} then ${webhookEndpoints.formerSecretSealed} else ${webhookEndpoints.secretSealed} end`,
      formerSecretUntil: sql`case when ${isFormerValid} then ${webhookEndpoints.formerSecretUntil} else ${formerUntil.toISOString()}::timestamptz end`,
      version: sql`${webhookEndpoints.version} + 1`,
    })
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.kind, "standard")));
  return (rowCount ?? 0) > 0;
}

export async function deleteEndpoint(tx: Db, id: string): Promise<StoredEndpoint | null> {
  const [row] = await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id)).returning();
  return row ?? null;
}

/** Lists deliveries, newest first. */
export function findDeliveries(
  db: Db,
  endpointId: string,
  { before, limit }: { before: number | null; limit: number },
) {
  return db
    .select({ delivery: webhookDeliveries, event: webhookEvents.type })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        before === null ? undefined : lt(webhookDeliveries.id, before),
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit);
}

export async function findDeliveryEndpoint(db: Db, deliveryId: number) {
  const [row] = await db
    .select({ id: webhookEndpoints.id, isActive: webhookEndpoints.isActive })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(eq(webhookDeliveries.id, deliveryId));
  return row ?? null;
}

/** Makes a delivery due again. Its older id puts it before waiting ones. */
export async function resetDelivery(tx: Db, deliveryId: number, now: Date): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ status: "waiting", attempts: 0, dueAt: now })
    .where(eq(webhookDeliveries.id, deliveryId));
}

/** Stores a test that was posted immediately. */
export async function insertTest(
  db: Db,
  {
    eventId,
    ...delivery
  }: Omit<typeof webhookDeliveries.$inferInsert, "eventId" | "dueAt" | "createdAt"> & {
    eventId: string;
    attemptedAt: Date;
  },
): Promise<void> {
  const at = delivery.attemptedAt;
  await db.transaction(async (tx) => {
    await tx
      .insert(webhookEvents)
      .values({ id: eventId, type: "webhook.test", data: {}, at, dispatchedAt: at });
    await tx.insert(webhookDeliveries).values({ ...delivery, eventId, dueAt: at, createdAt: at });
  });
}
