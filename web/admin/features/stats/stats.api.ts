import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import type { Audience } from "#contract/audience.ts";
import type { Conditions, SegmentRule } from "#contract/segments.ts";
import { defaultStatsFilters, statsAudiences, statsPeriods } from "#contract/stats.ts";
import { listAddress } from "#web/admin/ui/list-address.ts";
import { uuidParameter, wordParameter } from "#web/admin/ui/use-address.ts";
import { api, unwrap } from "#web/lib/api.ts";

/** The statistics for these filters. The previous figures stay in view until the response arrives. */
export function statsQuery({ audience, period, questionId, segment }: CountedFilters) {
  const query = {
    audience,
    period,
    ...(questionId !== null && { questionId }),
    ...(segment !== null && { segment }),
  };
  return queryOptions({
    queryKey: ["stats", query],
    queryFn: () => unwrap(api.api.admin.stats.$get({ query })),
    placeholderData: keepPreviousData,
  });
}

/** The address of the CSV download of the table of answers. */
export function answersAddress({ audience, segment }: CountedFilters, questionId: string): string {
  const query = { audience, questionId, ...(segment !== null && { segment }) };
  return `/api/admin/stats/answers.csv?${new URLSearchParams(query)}`;
}

/** Two questions, and the sign-ups whose answers are crossed. */
export type Crossing = Pick<StatsFilters, "audience" | "segment" | "status"> & {
  question: string;
  by: string;
};

export function crossedQuery(crossing: Crossing) {
  const query = crossedParams(crossing);
  return queryOptions({
    queryKey: ["stats", "crossed", query],
    queryFn: () => unwrap(api.api.admin.stats.crossed.$get({ query })),
  });
}

/** The address of the CSV download of crossed answers. */
export function crossedExportAddress(crossing: Crossing): string {
  return `/api/admin/stats/crossed.csv?${new URLSearchParams(crossedParams(crossing))}`;
}

function crossedParams({ segment, ...crossing }: Crossing) {
  return { ...crossing, ...(segment !== null && { segment }) };
}

/** The address of the list of people who chose these options. @param answers the option by question id */
export function peopleAddress(
  audience: Audience,
  { status, segment }: Pick<StatsFilters, "status" | "segment">,
  answers: Record<string, string>,
): string {
  const rules: SegmentRule[] = [
    { field: "counted", op: "is", value: true },
    ...Object.entries(answers).map(
      ([questionId, value]) => ({ field: "answer", questionId, op: "is", value }) as const,
    ),
  ];
  const conditions: Conditions = { match: "all", groups: [{ match: "all", rules }] };
  return listAddress(audience, {
    ...(status !== "all" && { status }),
    ...(segment !== null && { segment }),
    conditions: JSON.stringify(conditions),
  });
}

/** The screen's filters in its address. */
export const statsAddress = z.object({
  audience: wordParameter(statsAudiences, defaultStatsFilters.audience),
  period: wordParameter(statsPeriods, defaultStatsFilters.period),
  questionId: uuidParameter,
  segment: uuidParameter,
  /** The cross-tabulation: `by` is the second question, `status` limits the sign-ups, `view` chooses table or bars. */
  by: uuidParameter,
  status: wordParameter(["all", "approved"], "all"),
  view: wordParameter(["table", "bars"], "table"),
});

export type StatsFilters = z.infer<typeof statsAddress>;
/** The filters that change the screen's numbers. */
export type CountedFilters = Pick<StatsFilters, "audience" | "period" | "questionId" | "segment">;
