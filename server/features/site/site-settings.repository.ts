import { getTableColumns, sql } from "drizzle-orm";
import { z } from "zod";
import { siteImages, siteSettings } from "#db/schema/site.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/rows.ts";

export type StoredSite = typeof siteSettings.$inferSelect;

/** Another one whenever something that the site shows of the owner has changed, be it a text or a picture. */
export async function findRevision(db: Db): Promise<string> {
  const { revision } = await onlyRow(
    db,
    z.object({ revision: z.string() }),
    sql`
      select coalesce((select version from site_settings), 0)::text || coalesce(
        (select string_agg(' ' || slot || ' ' || updated_at::text, '' order by slot) from site_images), ''
      ) as revision`,
  );
  return revision;
}

export async function findSite(db: Db): Promise<StoredSite | null> {
  const [row] = await db.select().from(siteSettings);
  return row ?? null;
}

export type StoredImage = Omit<typeof siteImages.$inferSelect, "updatedAt">;

export async function findImages(db: Db): Promise<StoredImage[]> {
  const { updatedAt: _, ...columns } = getTableColumns(siteImages);
  return db.select(columns).from(siteImages);
}
