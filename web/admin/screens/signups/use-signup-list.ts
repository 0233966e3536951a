import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Audience } from "#contract/audience.ts";
import { useEagerQuery } from "#web/admin/ui/use-eager-query.ts";
import { pageBounds } from "./list-params.ts";
import { arrivalsQuery, signupListQuery } from "./signups.api.ts";
import type { SignupsAddress } from "./use-signups-address.ts";

/** The page in view, the next one fetched ahead, and what has come in since. */
export function useSignupList(audience: Audience, address: SignupsAddress) {
  const { params } = address;
  const list = useEagerQuery(signupListQuery(audience, params));
  const arrived = useQuery(arrivalsQuery(audience, list.data?.asOf));
  useNextPageAhead(audience, address, list.data);
  useLastPageWhenBeyond(list.data, address);
  return {
    list,
    arrivals: arrived.data.count,
    /** Where new sign-ups are: on the first page, newest first. */
    showArrivals() {
      if (params.page === 1 && params.order === "desc") void list.refetch();
      else address.changeParams({ order: "desc" });
    },
  };
}

type Counted = { page: number; pageSize: number; total: number; totalIsExact: boolean; items: unknown[] };

/** A page that was fetched a moment ago is not asked for again. */
const aheadMs = 5_000;

function useNextPageAhead(audience: Audience, { params }: SignupsAddress, list: Counted | undefined): void {
  const queryClient = useQueryClient();
  const hasNext = list?.page === params.page && list.page < pageBounds(list).pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is followed by the page after it.
  useEffect(() => {
    if (!hasNext) return;
    const next = signupListQuery(audience, { ...params, page: params.page + 1 });
    void queryClient.prefetchQuery({ ...next, staleTime: aheadMs });
  }, [list, hasNext]);
}

/** Rows may vanish under a page that was the last one. */
function useLastPageWhenBeyond(list: Counted | undefined, { params, changeParams }: SignupsAddress): void {
  const beyond = list && list.items.length === 0 && list.page > 1 && list.page === params.page;
  const lastPage = beyond ? Math.min(pageBounds(list).pages, list.page - 1) : null;
  useEffect(() => {
    if (lastPage !== null) changeParams({ page: lastPage }, { replace: true });
  }, [lastPage, changeParams]);
}
