import type { Db } from "#server/lib/database/database.ts";
import { countResults } from "./campaign-figures.repository.ts";

export type FigureStep = "hour" | "day";

/** How many messages of a campaign were sent and failed in each hour or day (of Paris) in which any was. */
export async function resultsOverTime(
  db: Db,
  campaignId: string,
  step: FigureStep,
): Promise<{ at: string; sent: number; failed: number }[]> {
  const counted = await countResults(db, campaignId, step);
  return counted.map(({ at, ...counts }) => ({ at: at.toISOString(), ...counts }));
}
