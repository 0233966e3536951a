import { eq, getTableColumns, sql } from "drizzle-orm";
import { z } from "zod";
import type { SiteImageSlot, SiteSettings } from "#contract/site.ts";
import { siteImages, siteSettings } from "#db/schema/site.ts";
import type { Db } from "#server/lib/database/database.ts";
import { onlyRow } from "#server/lib/database/sql.ts";

export type StoredSite = typeof siteSettings.$inferSelect;

/** The revision changes with every text and picture of the owner's settings. */
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

/** When the owner last changed a visible text or picture; null before the first change. */
export async function findChangedAt(db: Db): Promise<Date | null> {
  const { changedAt } = await onlyRow(
    db,
    z.object({ changedAt: z.coerce.date().nullable() }),
    sql`
      select greatest((select updated_at from site_settings), (select max(updated_at) from site_images))
        as "changedAt"`,
  );
  return changedAt;
}

export async function findSite(db: Db): Promise<StoredSite | null> {
  const [row] = await db.select().from(siteSettings);
  return row ?? null;
}

/**
 * Saves the settings as the next version.
 * @param version the version that the save started from; 0 before the first save
 * @returns null when another version is stored
 */
export async function storeSite(
  db: Db,
  { values, version }: { values: SiteSettings; version: number },
): Promise<StoredSite | null> {
  const [row] =
    version === 0
      ? await db.insert(siteSettings).values({ values }).onConflictDoNothing().returning()
      : await db
          .update(siteSettings)
          .set({ values, version: version + 1, updatedAt: sql`now()` })
          .where(eq(siteSettings.version, version))
          .returning();
  return row ?? null;
}

export async function storeImage(db: Db, image: StoredImage): Promise<void> {
  const stored = { ...image, updatedAt: sql`clock_timestamp()` };
  await db.insert(siteImages).values(stored).onConflictDoUpdate({ target: siteImages.slot, set: stored });
}

/** @returns false when there was no picture */
export async function deleteImage(db: Db, slot: SiteImageSlot): Promise<boolean> {
  const { rowCount } = await db.delete(siteImages).where(eq(siteImages.slot, slot));
  return rowCount === 1;
}

export type StoredImage = Omit<typeof siteImages.$inferSelect, "updatedAt">;

export async function findImages(db: Db): Promise<StoredImage[]> {
  const { updatedAt: _, ...columns } = getTableColumns(siteImages);
  return db.select(columns).from(siteImages);
}
