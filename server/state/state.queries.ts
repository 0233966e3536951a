import { and, desc, eq, gte, notExists, sql } from "drizzle-orm";
import { z } from "zod";
import { adminUsers } from "#db/schema/admins.ts";
import { upkeepClock } from "#db/schema/installation.ts";
import { adminNoticeDismissals, adminNotices } from "#db/schema/notices.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/sql.ts";

const factsSchema = z.object({
  version: z.number(),
  bytes: z.number(),
  /** In milliseconds since 1970. */
  at: z.number(),
});

/** The database server's facts; needs none of our tables. */
export function findDatabaseFacts(db: Db): Promise<z.output<typeof factsSchema>> {
  return onlyRow(
    db,
    factsSchema,
    sql`
    select current_setting('server_version_num')::int as version,
      pg_database_size(current_database())::float8 as bytes,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as at`,
  );
}

/**
 * Does what storing a sign-up needs, in one round trip, and leaves nothing behind: writes the log to the disk (a message
 * that no query reads) and takes a page of the disk (in a temporary table, which is emptied at the commit; a table that has
 * room would hide a full disk). Fails on a read-only standby, in a session that may not write, and when the disk is full.
 */
export async function proveWritable(db: Db): Promise<void> {
  await db.execute(sql`
    create temporary table if not exists write_proof (at timestamptz) on commit delete rows;
    insert into write_proof values (now());
    select pg_logical_emit_message(true, 'tenue', 'ready')`);
}

export async function findLastUpkeep(db: Db): Promise<Date | null> {
  const [row] = await db.select({ at: upkeepClock.at }).from(upkeepClock);
  return row?.at ?? null;
}

/** Never moves back: another instance may be some seconds ahead. */
export async function advanceLastUpkeep(db: Db, at: Date): Promise<void> {
  await db
    .insert(upkeepClock)
    .values({ at })
    .onConflictDoUpdate({
      target: upkeepClock.id,
      set: { at },
      setWhere: sql`${upkeepClock.at} < excluded.at`,
    });
}

export async function replaceLastUpkeep(tx: Db, at: Date): Promise<void> {
  await tx.insert(upkeepClock).values({ at }).onConflictDoUpdate({ target: upkeepClock.id, set: { at } });
}

export async function insertNotice(db: Db, notice: { kind: string; details: unknown }): Promise<void> {
  await db.insert(adminNotices).values(notice);
}

/** The newest notices since this administrator came, without those that they caused or dismissed. */
export async function findOpenNotices(db: Db, adminId: string, limit: number) {
  const dismissed = db
    .select({ one: sql`1` })
    .from(adminNoticeDismissals)
    .where(
      and(
        eq(adminNoticeDismissals.noticeId, adminNotices.id),
        eq(adminNoticeDismissals.adminId, adminUsers.id),
      ),
    );
  const rows = await db
    .select({ notice: adminNotices })
    .from(adminNotices)
    .innerJoin(adminUsers, and(eq(adminUsers.id, adminId), gte(adminNotices.createdAt, adminUsers.createdAt)))
    .where(
      and(
        notExists(dismissed),
        sql`${adminNotices.details} ->> 'actor' is distinct from ${adminUsers.email}`,
      ),
    )
    .orderBy(desc(adminNotices.createdAt), desc(adminNotices.id))
    .limit(limit);
  return rows.map(({ notice }) => notice);
}

/** False: there is no such notice. */
export async function insertDismissal(
  db: Db,
  { noticeId, adminId }: { noticeId: string; adminId: string },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    with noticed as (select id from admin_notices where id = ${noticeId}),
      dismissed as (
        insert into admin_notice_dismissals (notice_id, admin_id)
        select id, ${adminId}::text from noticed on conflict do nothing
      )
    select id from noticed`);
  return rows.length > 0;
}
