import { sql } from "drizzle-orm";
import { z } from "zod";
import { emailMessages } from "#contract/email.ts";
import { mailHold } from "#db/schema/email.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/sql.ts";

export type Hold = { since: Date; backupMadeAt: Date | null };

const countSchema = z.object({ count: z.number() });

export async function findHold(db: Db): Promise<Hold | null> {
  const [row] = await db.select().from(mailHold);
  return row ?? null;
}

/** Ends the hold: messages leave again after the commit. @returns null when another admin has already ended the hold */
export async function deleteHold(tx: Db): Promise<Hold | null> {
  const [row] = await tx.delete(mailHold).returning();
  return row ?? null;
}

/** Counts the messages, those of campaigns included, that waited at that time or were leased by a dead worker. */
export async function countHeld(db: Db, since: Date): Promise<number> {
  const { count } = await onlyRow(
    db,
    countSchema,
    sql`select count(*)::int as count from email_log
      where status = 'pending' and created_at < ${since.toISOString()}::timestamptz`,
  );
  return count;
}

/** Cancels the direct messages that waited at that time. @param tx a transaction. @returns their number */
export async function cancelWrittenBefore(tx: Db, at: Date): Promise<number> {
  const before = sql`${at.toISOString()}::timestamptz`;
  await tx.execute(sql`
    select id from campaigns
    where id in (
      select campaign_id from email_log
      where status = 'pending' and leased_by is null and lane <> 'campaign' and created_at < ${before}
    )
    order by id for no key update`);
  const { count } = await onlyRow(
    tx,
    countSchema,
    sql`
    with cancelled as (
      update email_log
      set status = 'cancelled', error_message = ${emailMessages.cancelled}, next_attempt_at = null, waits_for_mailbox = false
      where status = 'pending' and leased_by is null and lane <> 'campaign' and created_at < ${before}
      returning campaign_id
    ),
    counted as (
      update campaigns c set cancelled = c.cancelled + ended.count
      from (select campaign_id, count(*)::int as count from cancelled group by campaign_id) as ended
      where c.id = ended.campaign_id
    )
    select count(*)::int as count from cancelled`,
  );
  return count;
}

export async function insertHold(tx: Db, backupMadeAt: Date): Promise<void> {
  await tx.insert(mailHold).values({ backupMadeAt });
}
