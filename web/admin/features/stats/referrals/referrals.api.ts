import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { z } from "zod";
import type { ReviewReferrals } from "#contract/referral-report.schema.ts";
import { referralLimits } from "#contract/referral-report.ts";
import { defaultStatsFilters, statsAudiences, statsPeriods } from "#contract/stats.ts";
import { wordParameter } from "#web/admin/ui/use-address.ts";
import { api, unwrap } from "#web/lib/api.ts";
import { periodQuery } from "../sources/sources.api.ts";

const referrals = api.api.admin.referrals;
const referralsKey = ["stats", "referrals"] as const;

/** The filters of 'Parrainages' in its address. */
export const referralsAddress = z.object({
  audience: wordParameter(statsAudiences, defaultStatsFilters.audience),
  period: wordParameter(statsPeriods, defaultStatsFilters.period),
});
export type ReferralsFilters = z.infer<typeof referralsAddress>;

/** The report on referrals. The previous figures stay in view until the response arrives. */
export function referralsQuery(filters: ReferralsFilters) {
  const query = periodQuery(filters);
  return queryOptions({
    queryKey: [...referralsKey, "report", query],
    queryFn: () => unwrap(referrals.$get({ query })),
    placeholderData: keepPreviousData,
  });
}

/** The people who brought friends, those with the most friends first. */
export function referrersQuery(filters: ReferralsFilters) {
  const query = periodQuery(filters);
  return infiniteQueryOptions({
    queryKey: [...referralsKey, "referrers", query],
    queryFn: ({ pageParam }) =>
      unwrap(referrals.referrers.$get({ query: { ...query, page: String(pageParam) } })),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * referralLimits.pageSize < total ? page + 1 : null),
    placeholderData: keepPreviousData,
  });
}

const beforeOf = (place: string) => (place === "" ? {} : { before: place });

/** A person's friends, without a limit to the period. */
export function friendsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...referralsKey, "friends", id],
    queryFn: ({ pageParam }) =>
      unwrap(referrals.referrers[":id"].friends.$get({ param: { id }, query: beforeOf(pageParam) })),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
}

/** The friends that wait for a review. */
export const heldFriendsQuery = infiniteQueryOptions({
  queryKey: [...referralsKey, "held"],
  queryFn: ({ pageParam }) => unwrap(referrals.held.$get({ query: beforeOf(pageParam) })),
  initialPageParam: "",
  getNextPageParam: ({ next }) => next,
});

/** Accepts or refuses friends. */
export function useReviewReferrals() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: ReviewReferrals) => unwrap(referrals.review.$post({ json })),
    onSettled: () => client.invalidateQueries({ queryKey: referralsKey }),
  });
}
