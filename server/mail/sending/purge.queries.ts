import { sql } from "drizzle-orm";
import { z } from "zod";
import { emailMessages, skippedMessages } from "#contract/email.ts";
import { mailPurges } from "#db/schema/email.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow, rows, textArray } from "#server/lib/database/sql.ts";

/** `texts`: contents and variables of messages. `addresses`: all personal data. */
export type PurgeKind = "texts" | "addresses";

const placeSchema = z.object({ id: z.string(), createdAt: z.coerce.date() });

/**
 * Purges the next messages in the order of their dates. Stores the position in the same transaction, so that later calls do not read
 * purged messages again. Cancels messages that still wait; messages in flight are purged when they end. Only one instance purges at a
 * time.
 * @returns the number of processed messages; fewer than `limit` at the end
 */
export async function purgeNext(
  tx: Db,
  { kind, before, limit }: { kind: PurgeKind; before: Date; limit: number },
): Promise<number> {
  if (!(await lockPurge(tx, kind))) return 0;
  const due = await rows(
    tx,
    placeSchema,
    sql`
    select l.id, l.created_at as "createdAt" from email_log l
    left join mail_purges done on done.kind = ${kind}
    where l.created_at < ${before.toISOString()}::timestamptz
      and (done.kind is null or (l.created_at, l.id) > (done.last_created_at, done.last_id))
    order by l.created_at, l.id limit ${limit}`,
  );
  const last = due.at(-1);
  if (!last) return 0;
  await purge(
    tx,
    kind,
    due.map(({ id }) => id),
  );
  const place = { lastCreatedAt: last.createdAt, lastId: last.id };
  await tx
    .insert(mailPurges)
    .values({ kind, ...place })
    .onConflictDoUpdate({ target: mailPurges.kind, set: place });
  return due.length;
}

/** Deletes the mailbox keys of erased persons after 24 hours, in which they still limit messages per mailbox. */
export async function clearMailboxKeys(db: Db): Promise<void> {
  await db.execute(sql`
    update email_log set mailbox_key = ''
    where erased_at < now() - interval '24 hours' and mailbox_key <> ''`);
}

async function lockPurge(tx: Db, kind: PurgeKind): Promise<boolean> {
  const { free } = await onlyRow(
    tx,
    z.object({ free: z.boolean() }),
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`purge ${kind}`}, 0)) as free`,
  );
  return free;
}

/** A message in flight gets only `erased_at`, and is purged when it ends. See the trigger `email_log_forgotten`. */
async function purge(tx: Db, kind: PurgeKind, ids: string[]): Promise<void> {
  const due = sql`${textArray(ids)}::uuid[]`;
  await tx.execute(sql`
    select id from campaigns
    where id in (select campaign_id from email_log where id = any(${due}) and status = 'pending' and leased_by is null)
    order by id for no key update`);
  await tx.execute(sql`
    with cancelled as (
      update email_log set status = 'cancelled', error_message = ${emailMessages.cancelled}, next_attempt_at = null
      where id = any(${due}) and status = 'pending' and leased_by is null
      returning campaign_id
    )
    update campaigns c set cancelled = c.cancelled + ended.count
    from (select campaign_id, count(*)::int as count from cancelled group by campaign_id) as ended
    where c.id = ended.campaign_id`);
  if (kind === "addresses") {
    await tx.execute(
      sql`update email_log set erased_at = now(), error_message = null where id = any(${due})`,
    );
    return;
  }
  await tx.execute(
    sql`update email_log set content = null, variables = '{}' where id = any(${due}) and leased_by is null`,
  );
  await tx.execute(
    sql`update email_log set erased_at = now() where id = any(${due}) and leased_by is not null`,
  );
}

/**
 * Erases recipients: deletes their waiting messages, skips those of campaigns. A message in flight is erased when it ends. Includes the
 * links that they had sent to addresses that they did not confirm.
 */
export async function eraseRecipients(tx: Db, emailHashes: string[]): Promise<void> {
  const hashes = sql`${textArray(emailHashes)}::text[]`;
  // The second condition lets PostgreSQL use the partial index for any number of hashes.
  const isRecipient = sql`recipient_hash = any(${hashes}) and recipient_hash <> ''`;
  const isTheirs = sql`(${isRecipient}
    or lane = 'link' and variables -> 'link' ->> 'emailHash' = any(${hashes}))`;
  await tx.execute(sql`
    select id from campaigns
    where id in (select campaign_id from email_log where ${isRecipient} and status = 'pending')
    order by id for no key update`);
  await tx.execute(sql`
    delete from email_log
    where ${isTheirs} and status = 'pending' and leased_by is null and campaign_id is null`);
  await tx.execute(sql`
    with skipped as (
      update email_log
      set erased_at = now(), status = 'skipped', error_message = ${skippedMessages.erased}, next_attempt_at = null
      where ${isRecipient} and status = 'pending' and leased_by is null
      returning campaign_id
    )
    update campaigns c set skipped = c.skipped + ended.count
    from (select campaign_id, count(*)::int as count from skipped group by campaign_id) as ended
    where c.id = ended.campaign_id`);
  await tx.execute(sql`
    update email_log
    set erased_at = now(), error_message = null, next_attempt_at = case when leased_by is not null then next_attempt_at end
    where ${isTheirs}`);
}
