import type { Audience } from "#contract/audience.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Site } from "#server/site/site-settings.service.ts";
import { findLeftOut, findNewestOrder, findPointsRanks, type RankedPerson } from "./waves.queries.ts";

/** The ranks that a person's page shows, rounded up: the exact one is never shown. */
const shownRanks = [50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];
/** Ranking reads every candidate, and the page that asks is public. */
const keptMs = 60_000;

export type PointsRanks = ReturnType<typeof createPointsRanks>;

/** Where people stand in the order of waves by points. */
export function createPointsRanks({
  db,
  now,
  site,
}: Pick<AppDependencies, "db" | "now"> & Pick<{ site: Site }, "site">) {
  const kept = new Map<Audience, { until: number; ranks: Promise<Map<number, RankedPerson>> }>();

  function ranksOf(audience: Audience): Promise<Map<number, RankedPerson>> {
    const known = kept.get(audience);
    if (known && known.until > now().getTime()) return known.ranks;
    const ranks = site
      .current()
      .then(({ referral }) => findPointsRanks(db, audience, referral.cap, shownRanks));
    ranks.catch(() => kept.delete(audience)); // the next page tries again
    kept.set(audience, { until: now().getTime() + keptMs, ranks });
    return ranks;
  }

  return {
    /**
     * Among how many of the people who may be invited a person is: one of `shownRanks`.
     * @returns null unless the newest wave is by points and would invite them, and beyond the last rank
     */
    async among(audience: Audience, person: RankedPerson): Promise<number | null> {
      if ((await findNewestOrder(db, audience)) !== "points") return null;
      if ((await findLeftOut(db, audience, person.id)) !== null) return null;
      const ranks = await ranksOf(audience);
      return (
        shownRanks.find((rank) => {
          const last = ranks.get(rank);
          return last === undefined || !isBefore(last, person);
        }) ?? null
      );
    },
  };
}

/** In the order of a wave by points. */
function isBefore(one: RankedPerson, other: RankedPerson): boolean {
  if (one.points !== other.points) return one.points > other.points;
  const age = one.createdAt.getTime() - other.createdAt.getTime();
  return age === 0 ? one.id < other.id : age < 0;
}
