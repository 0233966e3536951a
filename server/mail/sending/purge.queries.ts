import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { emailMessages, skippedMessages } from "#contract/email.ts";
import { mailPurges } from "#db/schema/email.ts";
import { textArray } from "#server/lib/database/array-literal.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow, rows } from "#server/lib/database/rows.ts";
import { lockCampaignsOf } from "./campaign-lock.queries.ts";
import { countedInCampaigns } from "./campaigns.statement.ts";
import { forgotten } from "./erasure.statement.ts";

/** `texts`: what messages said and were filled with. `addresses`: whatever is personal. */
export type PurgeKind = "texts" | "addresses";

const placeSchema = z.object({ id: z.string(), createdAt: z.coerce.date() });

/**
 * The next messages of a purge, in the order of their dates. Where it stopped is noted with them, so that none is looked at
 * twice, however many are purged already. What still waits after so long is cancelled; what is being sent right now is
 * forgotten as it ends. Of several instances one does it.
 * @returns how many were gone through; fewer than `limit` at the end
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
  await purge(tx, kind, sql`${textArray(due.map(({ id }) => id))}::uuid[]`);
  const place = { lastCreatedAt: last.createdAt, lastId: last.id };
  await tx
    .insert(mailPurges)
    .values({ kind, ...place })
    .onConflictDoUpdate({ target: mailPurges.kind, set: place });
  return due.length;
}

/** The last that is known of who was erased: what their mailbox was counted by for a day. */
export async function forgetMailboxes(db: Db): Promise<void> {
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

async function purge(tx: Db, kind: PurgeKind, ids: SQL): Promise<void> {
  const isFree = sql`l.leased_by is null`;
  const emptied =
    kind === "addresses"
      ? sql`${forgotten(isFree)}, error_message = null`
      : sql`content = case when ${isFree} then null else l.content end,
        variables = case when ${isFree} then '{}'::jsonb else l.variables end`;
  const waits = sql`id = any(${ids}) and status = 'pending' and leased_by is null`;
  await lockCampaignsOf(tx, waits);
  await tx.execute(sql`
    with cancelled as (
      update email_log set status = 'cancelled', error_message = ${emailMessages.cancelled}, next_attempt_at = null
      where ${waits} returning campaign_id
    ), ${countedInCampaigns(
      ["cancelled"],
      sql`select campaign_id, count(*)::int as cancelled from cancelled where campaign_id is not null group by 1`,
    )}
    select count(*) from cancelled`);
  await tx.execute(sql`
    update email_log l set ${emptied}, erased_at = case when ${isFree} then l.erased_at else now() end
    where l.id = any(${ids})`);
}

/**
 * Forgets who messages were for: what waits is not sent, what left keeps its kind, its end and its dates. A message that is
 * being sent right now is forgotten as it ends.
 */
export async function eraseRecipients(tx: Db, emailHashes: string[]): Promise<void> {
  const theirs = sql`recipient_hash = any(${textArray(emailHashes)}::text[])`;
  await lockCampaignsOf(tx, sql`${theirs} and status = 'pending'`);
  await tx.execute(sql`
    delete from email_log where ${theirs} and status = 'pending' and leased_by is null and campaign_id is null`);
  await tx.execute(sql`
    with erased as (
      update email_log l
      set ${forgotten(sql`l.leased_by is null`)}, erased_at = now(),
        status = case when l.status = 'pending' and l.leased_by is null then 'skipped' else l.status end,
        error_message = case when l.status = 'pending' and l.leased_by is null then ${skippedMessages.erased} end,
        next_attempt_at = case when l.leased_by is not null then l.next_attempt_at end
      from email_log old
      where old.id = l.id and l.${theirs}
      returning l.campaign_id, l.status = 'skipped' and old.status = 'pending' as is_new
    ), ${countedInCampaigns(
      ["skipped"],
      sql`select campaign_id, count(*)::int as skipped from erased where is_new and campaign_id is not null group by 1`,
    )}
    select count(*) from erased`);
}
