import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import type { Audience } from "#contract/audience.ts";
import type { Conditions, SegmentRule } from "#contract/segments.ts";
import { defaultStatsFilters, statsAudiences, statsPeriods } from "#contract/stats.ts";
import { listAddress } from "#web/admin/ui/list-address.ts";
import { uuidParameter, wordParameter } from "#web/admin/ui/use-address.ts";
import { api, unwrap } from "#web/lib/api.ts";

/** The statistics of a choice of filters. Those before stay in view until the next ones are there. */
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

/** Where the table of answers is downloaded as CSV. */
export function answersAddress({ audience, segment }: CountedFilters, questionId: string): string {
  const query = { audience, questionId, ...(segment !== null && { segment }) };
  return `/api/admin/stats/answers.csv?${new URLSearchParams(query)}`;
}

/** Two questions, and whose answers are crossed. */
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

/** Where crossed answers are downloaded as CSV. */
export function crossedExportAddress(crossing: Crossing): string {
  return `/api/admin/stats/crossed.csv?${new URLSearchParams(crossedParams(crossing))}`;
}

function crossedParams({ segment, ...crossing }: Crossing) {
  return { ...crossing, ...(segment !== null && { segment }) };
}

/** The list of those of an audience who chose these options, by question, in its address. */
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
  /** The question with which that one is crossed, over which sign-ups, and how that is shown. */
  by: uuidParameter,
  status: wordParameter(["all", "approved"], "all"),
  view: wordParameter(["table", "bars"], "table"),
});

export type StatsFilters = z.infer<typeof statsAddress>;
/** What the screen's numbers depend on. */
export type CountedFilters = Pick<StatsFilters, "audience" | "period" | "questionId" | "segment">;
