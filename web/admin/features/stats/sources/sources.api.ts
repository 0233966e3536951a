import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import type { Audience } from "#contract/audience.ts";
import type { Conditions, SegmentRule } from "#contract/segments.ts";
import {
  addDays,
  dayOf,
  defaultStatsFilters,
  firstDayOf,
  type StatsAudience,
  type StatsPeriod,
  statsAudiences,
  statsPeriods,
} from "#contract/stats.ts";
import { listAddress } from "#web/admin/ui/list-address.ts";
import { wordParameter } from "#web/admin/ui/use-address.ts";
import { api, unwrap } from "#web/lib/api.ts";

/** The filters of 'Provenance' in its address. */
export const sourcesAddress = z.object({
  audience: wordParameter(statsAudiences, defaultStatsFilters.audience),
  period: wordParameter(statsPeriods, defaultStatsFilters.period),
  measure: wordParameter(["views", "signedUp"], "views"),
});
export type SourcesFilters = z.infer<typeof sourcesAddress>;

type Filters = { audience: StatsAudience; period: StatsPeriod };

/** The first day of a period that ends today; undefined for the whole time. */
function fromOf({ period }: Filters): string | undefined {
  return period === "all" ? undefined : firstDayOf(period, dayOf(new Date()), null);
}

/** The query parameters of the reports: the audience and the first day. */
export function periodQuery(filters: Filters) {
  const from = fromOf(filters);
  return { audience: filters.audience, ...(from && { from }) };
}

/** The report on sources. The previous figures stay in view until the response arrives. */
export function sourcesQuery({ audience, period }: Filters) {
  const query = periodQuery({ audience, period });
  return queryOptions({
    queryKey: ["stats", "sources", query],
    queryFn: () => unwrap(api.api.admin.sources.$get({ query })),
    placeholderData: keepPreviousData,
  });
}

/** The address of the CSV download of all sources. */
export function sourcesExportAddress(filters: Filters): string {
  return `/api/admin/sources/export.csv?${new URLSearchParams(periodQuery(filters))}`;
}

/** The people that a number counts. Without `source` they come from all sources; null is the unknown source. */
export type Counted = {
  step: "signedUp" | "confirmed" | "approved" | "invited" | "redeemed";
  source?: string | null;
  period: StatsPeriod;
};

/** The address of the list of these people. */
export function peopleAddress(audience: Audience, { step, source, period }: Counted): string {
  const from = fromOf({ audience, period });
  const rules: SegmentRule[] = [
    { field: "counted", op: "is", value: true },
    ...(source !== undefined ? [ruleOfSource(source)] : []),
    ...(from ? [{ field: "date", op: "after", value: addDays(from, -1) } as const] : []),
    ...(step === "confirmed" ? [{ field: "confirmed", op: "is", value: true } as const] : []),
  ];
  const conditions: Conditions = { match: "all", groups: [{ match: "all", rules }] };
  return listAddress(audience, {
    ...(step === "approved" && { status: "approved" }),
    ...(step === "invited" && { invitation: "any" }),
    ...(step === "redeemed" && { invitation: "redeemed" }),
    conditions: JSON.stringify(conditions),
  });
}

function ruleOfSource(source: string | null): SegmentRule {
  return source === null
    ? { field: "source", op: "none", value: null }
    : { field: "source", op: "is", value: source };
}
