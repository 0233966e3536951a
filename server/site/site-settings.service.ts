import type { z } from "zod";
import {
  type SiteSettingsResponse,
  siteMessages,
  type updateSiteSettingsSchema,
} from "#contract/site.schema.ts";
import {
  initialSiteSettings,
  type PublicSite,
  type SiteImageSlot,
  type SiteSettings,
  withInitialValues,
} from "#contract/site.ts";
import { staleMessage } from "#contract/version.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { findLastActor, recordEntry } from "#server/journal/journal.service.ts";
import { withTimeout } from "#server/lib/concurrency.ts";
import type { Db } from "#server/lib/database/database.ts";
import { invalid, notFound, stale } from "#server/lib/http/errors.ts";
import { hasUsefulSize, imageAddress, readImage } from "./site-image.rules.ts";
import {
  deleteImage,
  findChangedAt,
  findImages,
  findRevision,
  findSite,
  type StoredImage,
  storeImage,
  storeSite,
} from "./site-settings.queries.ts";

/** The owner's settings at one revision. */
type PresentSite = PublicSite & { revision: string };

/** A picture with the address by which `PresentSite` names it. */
type SitePicture = StoredImage & { address: string };

export type SiteToDraw = { site: PresentSite; pictures: SitePicture[] };

export type Site = {
  /** The settings, at most two seconds old. While the database does not answer, the last known settings. */
  current(): Promise<PresentSite>;
  /**
   * The settings with the contents of pictures, to draw pages. Gives the initial settings until the database answers for the first time.
   */
  toDraw(): Promise<SiteToDraw>;
  /** The picture at an address; null when it is not current. */
  picture(address: string): Promise<SitePicture | null>;
  /** Reads the settings again, so that this instance shows a save immediately. */
  refresh(): Promise<void>;
};

/** How long an instance may miss a change by another one. */
const freshMs = 2_000;
/** A visitor waits at most this long for the database, then gets the last known state. */
const timeoutMs = 1_000;

/** Caches the settings until their revision, checked from time to time, changes. */
export function createSite({ db, log }: Pick<AppDependencies, "db" | "log">): Site {
  let known: SiteToDraw | null = null;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<SiteToDraw> | null = null;

  async function refreshIfChanged(): Promise<SiteToDraw> {
    const revision = await findRevision(db); // read first, so that the next refresh finds a save between the two reads
    if (known?.site.revision !== revision) known = await readSite(db, revision);
    return known;
  }

  /** Parallel callers share one refresh. */
  function refreshOnce(): Promise<SiteToDraw> {
    refreshing ??= refreshIfChanged().finally(() => {
      refreshing = null;
      refreshedAt = performance.now();
    });
    return refreshing;
  }

  async function read(): Promise<SiteToDraw> {
    if (known === null) return refreshOnce();
    if (performance.now() - refreshedAt < freshMs) return known;
    try {
      return await withTimeout(timeoutMs, refreshOnce());
    } catch (error) {
      log.warn("failed to read the site's settings: pages show the last known ones", { error });
      return known;
    }
  }

  async function refresh(): Promise<void> {
    await refreshing?.catch(() => undefined); // it may have begun before the change
    await refreshOnce();
  }

  const knownPicture = (address: string) =>
    known?.pictures.find((picture) => picture.address === address) ?? null;

  return {
    refresh,
    current: async () => (await read()).site,
    async toDraw() {
      try {
        return await read();
      } catch (error) {
        log.warn("failed to read the site's settings: pages show the initial ones", { error });
        return { site: { ...initialSiteSettings, images: {}, revision: "unknown" }, pictures: [] };
      }
    },
    async picture(address) {
      if (known === null || knownPicture(address) === null) await refresh(); // another instance may have saved it
      return knownPicture(address);
    },
  };
}

async function readSite(db: Db, revision: string): Promise<SiteToDraw> {
  const [stored, images] = [await findSite(db), await findImages(db)];
  const changedAt = await findChangedAt(db);
  const pictures = images.map((image) => ({ ...image, address: imageAddress(image) }));
  const site = {
    ...withInitialValues(stored?.values),
    images: Object.fromEntries(
      pictures.map(({ slot, address, width, height }) => [slot, { address, width, height }]),
    ),
    ...(changedAt && { changedAt: changedAt.toISOString() }),
    revision,
  };
  return { site, pictures };
}

export type OwnerDeps = Pick<AppDependencies, "db"> & { site: Site };

/** The stored settings of the referral, read within a transaction. */
export async function findReferralSettings(tx: Db): Promise<SiteSettings["referral"]> {
  return withInitialValues((await findSite(tx))?.values).referral;
}

/** The owner's settings as administrators edit them. */
export async function getOwnSite(db: Db): Promise<SiteSettingsResponse> {
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

/** Saves the settings. The pages of this instance show them immediately. */
export async function saveSite(
  { db, site }: OwnerDeps,
  { version, ...input }: SiteInput,
  actor: string,
): Promise<SiteSettingsResponse> {
  await db.transaction(async (tx) => {
    const kept = withInitialValues((await findSite(tx))?.values);
    const values = {
      ...input,
      invitations: input.invitations ?? kept.invitations,
      referral: { ...kept.referral, ...input.referral },
    };
    if (!(await storeSite(tx, { values, version }))) {
      const savedBy = await findLastActor(tx, { action: "site.updated" });
      throw stale(await getOwnSite(tx), staleMessage(savedBy, actor));
    }
    await recordEntry(tx, { actor, action: "site.updated" });
  });
  await site.refresh();
  return getOwnSite(db);
}

/** @throws ApiError 400 when the bytes are no accepted picture */
export async function saveImage(
  { db, site }: OwnerDeps,
  { slot, content }: { slot: SiteImageSlot; content: Buffer },
  actor: string,
): Promise<SiteSettingsResponse> {
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

/** Removes a picture: the page shows the name of the partner again. */
export async function removeImage(
  { db, site }: OwnerDeps,
  slot: SiteImageSlot,
  actor: string,
): Promise<SiteSettingsResponse> {
  await db.transaction(async (tx) => {
    if (!(await deleteImage(tx, slot))) throw notFound();
    await recordEntry(tx, { actor, action: "site.image_updated", details: { slot } });
  });
  await site.refresh();
  return getOwnSite(db);
}
