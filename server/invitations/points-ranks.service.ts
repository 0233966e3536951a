import type { Audience } from "#contract/audience.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Site } from "#server/site/site-settings.service.ts";
import { findLeftOut, findNewestOrder, findPointsRanks, type RankedPerson } from "./waves.queries.ts";

/** The ranks that a person's page shows. Ranks are rounded up, so that the exact rank stays hidden. */
const shownRanks = [50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];
/** Milliseconds for which ranks are cached: a ranking reads every candidate, and any visitor can open the page. */
const keptMs = 60_000;

export type PointsRanks = ReturnType<typeof createPointsRanks>;

/** Computes people's ranks in the order of waves by points. */
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
    ranks.catch(() => kept.delete(audience)); // the next request tries again
    kept.set(audience, { until: now().getTime() + keptMs, ranks });
    return ranks;
  }

  return {
    /**
     * The rank of a person among all people who may be invited, rounded up to one of `shownRanks`.
     * @returns null unless the newest wave is by points and would invite the person, and null beyond the last rank
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

/** Compares two people in the order of a wave by points. */
function isBefore(one: RankedPerson, other: RankedPerson): boolean {
  if (one.points !== other.points) return one.points > other.points;
  const age = one.createdAt.getTime() - other.createdAt.getTime();
  return age === 0 ? one.id < other.id : age < 0;
}
