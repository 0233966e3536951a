import { initialSiteSettings, type PublicSite } from "#contract/site.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import { within } from "#server/lib/within.ts";
import { imageAddress } from "./site-image.rules.ts";
import { findImages, findRevision, findSite, type StoredImage } from "./site-settings.repository.ts";

/** What the owner says of themselves, as of one revision. */
type PresentSite = PublicSite & { revision: string };

/** A picture with the address that `PresentSite` names. */
type SitePicture = StoredImage & { address: string };

type Known = { site: PresentSite; pictures: SitePicture[] };

export type Site = {
  /** As it is now, or was less than two seconds ago; the last known while the database does not answer. */
  current(): Promise<PresentSite>;
  /** With the contents of its pictures. */
  withPictures(): Promise<Known>;
  /** Looks again: what was saved here is to be seen here at once. */
  refresh(): Promise<void>;
};

/** A change that another instance made is seen after so long. */
const freshMs = 2_000;
/** Longer than that no visitor waits for the database while an earlier state is known. */
const patienceMs = 1_000;

/** Kept in memory for as long as its revision does not move, which is looked at from time to time. */
export function createSite({ db, log }: Pick<AppDependencies, "db" | "log">): Site {
  let known: Known | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<Known> | null = null;

  async function look(): Promise<Known> {
    const revision = await findRevision(db); // before what it names: a save between the two is found by the next look
    if (known?.site.revision !== revision) known = await readSite(db, revision);
    return known;
  }

  /** One look at a time, whoever asks. */
  function lookOnce(): Promise<Known> {
    looking ??= look().finally(() => {
      looking = null;
      lookedAt = performance.now();
    });
    return looking;
  }

  async function withPictures(): Promise<Known> {
    if (known === null) return lookOnce();
    if (performance.now() - lookedAt < freshMs) return known;
    try {
      return await within(patienceMs, lookOnce());
    } catch (error) {
      log.warn("the site is shown as it was last read", { error });
      return known;
    }
  }

  return {
    withPictures,
    current: async () => (await withPictures()).site,
    async refresh() {
      await looking?.catch(() => undefined); // begun before the change
      await lookOnce();
    },
  };
}

async function readSite(db: Db, revision: string): Promise<Known> {
  const [stored, images] = [await findSite(db), await findImages(db)];
  const pictures = images.map((image) => ({ ...image, address: imageAddress(image) }));
  const site = {
    ...initialSiteSettings,
    ...stored?.values,
    images: Object.fromEntries(
      pictures.map(({ slot, address, width, height }) => [slot, { address, width, height }]),
    ),
    revision,
  };
  return { site, pictures };
}
