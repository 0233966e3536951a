import type { z } from "zod";
import type { SiteSettingsAnswer, updateSiteSettingsSchema } from "#contract/site.schema.ts";
import { siteMessages } from "#contract/site.schema.ts";
import { type SiteImageSlot, withInitialValues } from "#contract/site.ts";
import { staleMessage } from "#contract/version.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { findLastActor, recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { invalid, notFound, stale } from "#server/lib/http/errors.ts";
import { hasUsefulSize, imageAddress, readImage } from "./site-image.rules.ts";
import { deleteImage, findImages, findSite, storeImage, storeSite } from "./site-settings.queries.ts";
import type { Site } from "./site-settings.service.ts";

export type OwnerDeps = Pick<AppDependencies, "db"> & { site: Site };

/** What the owner says of themselves, as it is stored. */
export async function getOwnSite(db: Db): Promise<SiteSettingsAnswer> {
  const [stored, images] = [await findSite(db), await findImages(db)];
  const addresses = images.map(({ slot, content, contentType, width, height }) => [
    slot,
    { address: imageAddress({ slot, content, contentType }), width, height },
  ]);
  return {
    ...withInitialValues(stored?.values),
    images: Object.fromEntries(addresses),
    updatedAt: stored?.updatedAt.toISOString() ?? null,
    version: stored?.version ?? 0,
  };
}

type SiteInput = z.output<typeof updateSiteSettingsSchema>;

/** The next page that this instance draws says so. */
export async function saveSite(
  { db, site }: OwnerDeps,
  { version, ...values }: SiteInput,
  actor: string,
): Promise<SiteSettingsAnswer> {
  await db.transaction(async (tx) => {
    if (!(await storeSite(tx, { values, version }))) {
      const savedBy = await findLastActor(tx, { action: "site.updated" });
      throw stale(await getOwnSite(tx), staleMessage(savedBy, actor));
    }
    await recordEntry(tx, { actor, action: "site.updated" });
  });
  await site.refresh();
  return getOwnSite(db);
}

/** @throws ApiError 400 when it is no picture that is taken, whatever its name and type say */
export async function saveImage(
  { db, site }: OwnerDeps,
  { slot, content }: { slot: SiteImageSlot; content: Buffer },
  actor: string,
): Promise<SiteSettingsAnswer> {
  const image = readImage(content);
  if (!image) throw invalid({ image: siteMessages.imageKind });
  if (!hasUsefulSize(image)) throw invalid({ image: siteMessages.imageSize });
  await db.transaction(async (tx) => {
    await storeImage(tx, { slot, content, ...image });
    await recordEntry(tx, { actor, action: "site.image_updated", details: { slot } });
  });
  await site.refresh();
  return getOwnSite(db);
}

/** The partner is shown by their name again. */
export async function removeImage(
  { db, site }: OwnerDeps,
  slot: SiteImageSlot,
  actor: string,
): Promise<SiteSettingsAnswer> {
  await db.transaction(async (tx) => {
    if (!(await deleteImage(tx, slot))) throw notFound();
    await recordEntry(tx, { actor, action: "site.image_updated", details: { slot } });
  });
  await site.refresh();
  return getOwnSite(db);
}
