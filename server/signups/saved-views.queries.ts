import { and, asc, eq, sql } from "drizzle-orm";
import type { Audience } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import { type SavedView, type SaveView, savedViewSchema } from "#contract/saved-views.schema.ts";
import { savedViews } from "#db/schema/admins.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/sql.ts";

/** Identifies the views of one administrator for one list. */
export type ViewsOf = { adminId: string; audience: Audience };

const columns = { id: savedViews.id, name: savedViews.name, query: savedViews.query };
const owned = ({ adminId, audience }: ViewsOf) =>
  and(eq(savedViews.adminId, adminId), eq(savedViews.audience, audience));

export function findViews(db: Db, owner: ViewsOf): Promise<SavedView[]> {
  return db
    .select(columns)
    .from(savedViews)
    .where(owned(owner))
    .orderBy(asc(sql`lower(${savedViews.name})`));
}

/** Stores a view; a view of the same name gets the new query. Null when the limit of views is reached. */
export async function upsertView(db: Db, owner: ViewsOf, view: SaveView): Promise<SavedView | null> {
  return db.transaction(async (tx) => {
    const others = sql`${owned(owner)} and lower(${savedViews.name}) <> lower(${view.name})`;
    if ((await tx.$count(savedViews, others)) >= limits.viewsMax) return null;
    const statement = sql`
      insert into saved_views (admin_id, audience, name, query)
      values (${owner.adminId}, ${owner.audience}, ${view.name}, ${view.query})
      on conflict (admin_id, audience, lower(name)) do update set name = excluded.name, query = excluded.query
      returning id, name, query`;
    return onlyRow(tx, savedViewSchema, statement);
  });
}

/** @returns false when the view does not exist */
export async function deleteView(db: Db, owner: ViewsOf, id: string): Promise<boolean> {
  const deleted = await db
    .delete(savedViews)
    .where(and(owned(owner), eq(savedViews.id, id)))
    .returning({ id: savedViews.id });
  return deleted.length > 0;
}
