import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { defaultStatsFilters, type StatsAudience, statsAudiences, statsPeriods } from "#contract/stats.ts";
import { uuidParameter, wordParameter } from "#web/admin/ui/use-address.ts";
import { api, unwrap } from "#web/lib/api.ts";

/** The statistics of a choice of filters. Those before stay in view until the next ones are there. */
export function statsQuery({ audience, period, questionId }: StatsFilters) {
  const query = { audience, period, ...(questionId !== null && { questionId }) };
  return queryOptions({
    queryKey: ["stats", query],
    queryFn: () => unwrap(api.api.admin.stats.$get({ query })),
    placeholderData: keepPreviousData,
  });
}

/** Where the table of answers is downloaded as CSV. */
export function answersAddress(audience: StatsAudience, questionId: string): string {
  return `/api/admin/stats/answers.csv?${new URLSearchParams({ audience, questionId })}`;
}

/** The screen's filters in its address. */
export const statsAddress = z.object({
  audience: wordParameter(statsAudiences, defaultStatsFilters.audience),
  period: wordParameter(statsPeriods, defaultStatsFilters.period),
  questionId: uuidParameter,
});

export type StatsFilters = z.infer<typeof statsAddress>;
