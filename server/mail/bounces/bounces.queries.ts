import { and, eq, lte, sql } from "drizzle-orm";
import { z } from "zod";
import { bounceMailbox } from "#db/schema/email-events.ts";
import type { Db } from "#server/lib/database/database.ts";
import { rows, textArray } from "#server/lib/database/sql.ts";

const uuids = (ids: readonly string[]) => sql`${textArray(ids)}::uuid[]`;
const texts = (values: readonly string[]) => sql`${textArray(values)}::text[]`;

const departedSchema = z.object({
  id: z.string(),
  campaignId: z.string().nullable(),
  recipientHash: z.string(),
  status: z.string(),
});
export type DepartedMessage = z.output<typeof departedSchema>;

const triedSchema = z.object({
  logId: z.string(),
  /** The domain of its recipient; empty after an erasure. */
  domain: z.string(),
});
type TriedMessage = z.output<typeof triedSchema>;

/** Finds the messages that left, or may have left, and whose recipient is not erased. */
export function findSentMessages(db: Db, ids: readonly string[]): Promise<DepartedMessage[]> {
  return rows(
    db,
    departedSchema,
    sql`
    select id, campaign_id as "campaignId", recipient_hash as "recipientHash", status from email_log
    where id = any(${uuids(ids)}) and departed_at is not null and recipient_hash <> ''`,
  );
}

/** The messages whose bounce does not count against an address: tests, and messages of administrators to themselves. */
export async function findHarmlessMessages(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const harmless = await rows(
    db,
    z.object({ id: z.string() }),
    sql`
    select id from email_log where id = any(${uuids(ids)})
      and (email_type = 'test' or variables ?| array['forAdmins', 'toOneself'])`,
  );
  return new Set(harmless.map(({ id }) => id));
}

/** Finds the messages to these addresses that a server accepted after `since`. */
export function findDelivered(db: Db, { hashes, since }: { hashes: readonly string[]; since: Date }) {
  return rows(
    db,
    z.object({ logId: z.string(), recipientHash: z.string(), at: z.coerce.date() }),
    sql`
    select id as "logId", recipient_hash as "recipientHash", departed_at as at from email_log
    where recipient_hash = any(${texts(hashes)}) and recipient_hash <> '' and status = 'sent'
      and departed_at >= ${since.toISOString()}::timestamptz`,
  );
}

/** Finds the last attempted messages of a campaign, up to the message `logId` in the order of sending. */
export function findAttemptedMessages(
  db: Db,
  { campaignId, logId, limit }: { campaignId: string; logId: string; limit: number },
): Promise<TriedMessage[]> {
  return rows(
    db,
    triedSchema,
    sql`
    select id as "logId", split_part(recipient_email, '@', 2) as domain from email_log
    where campaign_id = ${campaignId} and status in ('sent', 'failed')
      and (created_at, id) <= (select created_at, id from email_log where id = ${logId})
    order by created_at desc, id desc limit ${limit}`,
  );
}

/** Finds the last news message of a campaign that an address got; null when it got none. */
export async function findLastNews(db: Db, emailHash: string) {
  const [entry] = await rows(
    db,
    z.object({ logId: z.string(), campaignId: z.string() }),
    sql`
    select id as "logId", campaign_id as "campaignId" from email_log
    where recipient_hash = ${emailHash} and recipient_hash <> '' and campaign_id is not null and purpose = 'news'
      and status = 'sent'
    order by sent_at desc, id limit 1`,
  );
  return entry ?? null;
}

/** Locks these campaigns, and those in which a message waits for these addresses, in the order of their ids to avoid deadlocks. */
export async function lockCampaigns(
  tx: Db,
  { campaignIds, hashes }: { campaignIds: readonly string[]; hashes: readonly string[] },
): Promise<void> {
  await tx.execute(sql`
    select id from campaigns
    where id in (
      select unnest(${uuids(campaignIds)})
      union
      select campaign_id from email_log where recipient_hash = any(${texts(hashes)}) and recipient_hash <> '' and status = 'pending'
    )
    order by id for no key update`);
}

export type MailboxState = typeof bounceMailbox.$inferSelect;

const theOne = eq(bounceMailbox.id, 1);

/** Takes a due reading; only one of several instances gets it. @param until when another instance may read if this one dies */
export async function claimReading(
  db: Db,
  { now, until }: { now: Date; until: Date },
): Promise<MailboxState | null> {
  const [state] = await db
    .update(bounceMailbox)
    .set({ nextReadAt: until })
    .where(and(theOne, lte(bounceMailbox.nextReadAt, now)))
    .returning();
  return state ?? null;
}

export async function findState(db: Db): Promise<MailboxState | null> {
  const [state] = await db.select().from(bounceMailbox).where(theOne);
  return state ?? null;
}

export async function storeState(db: Db, state: Partial<Omit<MailboxState, "id">>): Promise<void> {
  await db.update(bounceMailbox).set(state).where(theOne);
}
