import { z } from "zod";
import { defaultStatsFilters, statsAudiences, statsPeriods } from "#contract/stats.ts";
import { uuidParameter, wordParameter } from "#web/admin/ui/use-address.ts";

/** The screen's filters in its address. */
export const statsAddress = z.object({
  audience: wordParameter(statsAudiences, defaultStatsFilters.audience),
  period: wordParameter(statsPeriods, defaultStatsFilters.period),
  questionId: uuidParameter,
});

export type StatsFilters = z.infer<typeof statsAddress>;
