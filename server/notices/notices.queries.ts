import { and, desc, eq, gte, notExists, sql } from "drizzle-orm";
import { adminUsers } from "#db/schema/admins.ts";
import { adminNoticeDismissals, adminNotices } from "#db/schema/notices.ts";
import type { Db } from "#server/lib/database/database.ts";

export async function insertNotice(db: Db, notice: { kind: string; details: unknown }): Promise<void> {
  await db.insert(adminNotices).values(notice);
}

/** The newest notices since this administrator's account exists, without notices that they caused or dismissed. */
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

/** @returns false when there is no such notice */
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
