import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, ne, notLike, type SQL, sql } from "drizzle-orm";
import type { EmailEventKind, EmailEventSource } from "#contract/bounces.ts";
import { emailEvents } from "#db/schema/email-events.ts";
import type { Db } from "#server/lib/database/database.ts";
import { textArray } from "#server/lib/database/sql.ts";
import { unsignedPrefix } from "#server/mail/sending/message-events.queries.ts";

export type NewEvent = {
  dedupeKey: string;
  kind: EmailEventKind;
  source: EmailEventSource;
  logId: string;
  campaignId: string | null;
  recipientHash: string;
  statusCode?: string | null;
  serverWords?: string | null;
  headers?: string | null;
};

export type StoredEvent = typeof emailEvents.$inferSelect;

/** Ignores events that are stored already. */
export async function insertEvents(db: Db, events: NewEvent[]): Promise<void> {
  if (events.length > 0) await db.insert(emailEvents).values(events).onConflictDoNothing();
}

/** Stores a report for admins to read, without any effect or count. One report of each kind per message. */
export async function insertUnverified(db: Db, event: Omit<NewEvent, "dedupeKey">, now: Date): Promise<void> {
  const dedupeKey = `${unsignedPrefix}${event.logId}:${event.kind}`;
  await db
    .insert(emailEvents)
    .values({ ...event, dedupeKey, appliedAt: now })
    .onConflictDoNothing();
}

const counts = notLike(emailEvents.dedupeKey, `${unsignedPrefix}%`);
const isBounceEvent = and(inArray(emailEvents.kind, ["hard", "soft", "blocked"]), counts);
const isBlocked = and(eq(emailEvents.kind, "blocked"), counts);

const isOpen = isNull(emailEvents.appliedAt);

/** Finds the oldest events to apply, with the campaigns and recipients that the caller has to lock first. */
export function findOpenEvents(db: Db, limit: number) {
  return db
    .select({
      id: emailEvents.id,
      campaignId: emailEvents.campaignId,
      recipientHash: emailEvents.recipientHash,
    })
    .from(emailEvents)
    .where(isOpen)
    .orderBy(asc(emailEvents.id))
    .limit(limit);
}

/** Takes the events that no other worker has locked or applied; they count as applied when the transaction commits. */
export async function claimOpenEvents(tx: Db, ids: number[], now: Date): Promise<StoredEvent[]> {
  const taken = tx
    .select({ id: emailEvents.id })
    .from(emailEvents)
    .where(and(inArray(emailEvents.id, ids), isOpen))
    .orderBy(asc(emailEvents.id))
    .for("update", { skipLocked: true });
  const events = await tx
    .update(emailEvents)
    .set({ appliedAt: now })
    .where(inArray(emailEvents.id, taken))
    .returning();
  return events.sort((a, b) => a.id - b.id);
}

/** Finds the soft bounces of campaigns that count against these addresses. */
export function findSoftBounces(db: Db, { hashes, since }: { hashes: string[]; since: Date }) {
  return db
    .select()
    .from(emailEvents)
    .where(
      and(
        inArray(emailEvents.recipientHash, hashes),
        ne(emailEvents.recipientHash, ""),
        eq(emailEvents.kind, "soft"),
        counts,
        gte(emailEvents.at, since),
        isNull(emailEvents.liftedAt),
      ),
    );
}

/** The messages that bounced, for any reason. */
export function findBouncedMessageIds(db: Db, logIds: string[]): Promise<Set<string>> {
  return findMessages(db, logIds, isBounceEvent);
}

/** The bounces of these messages. */
export function findBounces(db: Db, logIds: string[]): Promise<StoredEvent[]> {
  return db
    .select()
    .from(emailEvents)
    .where(and(inArray(emailEvents.logId, logIds), isBounceEvent));
}

async function findMessages(db: Db, logIds: string[], condition: SQL | undefined): Promise<Set<string>> {
  const found = await db
    .selectDistinct({ logId: emailEvents.logId })
    .from(emailEvents)
    .where(and(inArray(emailEvents.logId, logIds), condition));
  return new Set(found.flatMap(({ logId }) => (logId === null ? [] : [logId])));
}

/** Whether administrators already got a notice of such refusals. @param campaignId null: messages without a campaign, after `since` */
export async function wasBlockedBefore(
  db: Db,
  { campaignId, first, since }: { campaignId: string | null; first: number; since: Date },
): Promise<boolean> {
  const [earlier] = await db
    .select({ id: emailEvents.id })
    .from(emailEvents)
    .where(
      and(
        campaignId === null
          ? and(isNull(emailEvents.campaignId), gte(emailEvents.at, since))
          : eq(emailEvents.campaignId, campaignId),
        isBlocked,
        lt(emailEvents.id, first),
      ),
    )
    .limit(1);
  return earlier !== undefined;
}

/** Finds the messages whose bounce an earlier event has counted, because each message counts once. */
export function findCounted(db: Db, logIds: string[], except: number[]): Promise<Set<string>> {
  const isEarlier = sql`${emailEvents.id} <> all(${textArray(except.map(String))}::bigint[])`;
  return findMessages(db, logIds, and(isBounceEvent, isNotNull(emailEvents.appliedAt), isEarlier));
}

export type EventCounts = { campaignId: string; bounced: number; unsubscribed: number; complained: number };

/** @param tx has locked the campaigns */
export async function addToCampaignCounts(tx: Db, counts: EventCounts[]): Promise<void> {
  if (counts.length === 0) return;
  await tx.execute(sql`
    update campaigns c
    set bounced = c.bounced + event.bounced, unsubscribed = c.unsubscribed + event.unsubscribed,
      complained = c.complained + event.complained
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
      as event ("campaignId" uuid, bounced int, unsubscribed int, complained int)
    where c.id = event."campaignId"`);
}

/** Lifted events no longer count against an address. */
export async function liftBounces(tx: Db, { hashes, now }: { hashes: string[]; now: Date }): Promise<void> {
  await tx
    .update(emailEvents)
    .set({ liftedAt: now })
    .where(
      and(
        inArray(emailEvents.recipientHash, hashes),
        ne(emailEvents.recipientHash, ""),
        isNull(emailEvents.liftedAt),
      ),
    );
}

const forgotten = { recipientHash: "", serverWords: null, headers: null };

/** Keeps the outcome of the messages and removes their recipients. */
export async function anonymizeEventsOf(tx: Db, hashes: string[]): Promise<void> {
  await tx
    .update(emailEvents)
    .set(forgotten)
    .where(and(inArray(emailEvents.recipientHash, hashes), ne(emailEvents.recipientHash, "")));
}

/** @returns the number of anonymised events */
export async function anonymizeEventsBefore(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const old = db
    .select({ id: emailEvents.id })
    .from(emailEvents)
    .where(and(lt(emailEvents.at, before), ne(emailEvents.recipientHash, "")))
    .limit(limit);
  const { rowCount } = await db.update(emailEvents).set(forgotten).where(inArray(emailEvents.id, old));
  return rowCount ?? 0;
}
