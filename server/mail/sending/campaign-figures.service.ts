import type { Db } from "#server/lib/database/database.ts";
import { countResults } from "./campaign-figures.queries.ts";

export type FigureStep = "hour" | "day";

/** How many messages of a campaign were sent and failed in each hour or day (of Paris) in which any was. */
export function resultsOverTime(
  db: Db,
  campaignId: string,
  step: FigureStep,
): Promise<{ at: Date; sent: number; failed: number }[]> {
  return countResults(db, campaignId, step);
}
