import { useCallbackRef } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Audience } from "#contract/audience.ts";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { pageBounds } from "./list-params.ts";
import { arrivalsQuery, listsKey, signupListQuery } from "./signups.api.ts";
import type { SignupsAddress } from "./use-signups-address.ts";

/** The page in view, the next one fetched ahead, and what has come in since. */
export function useSignupList(audience: Audience, address: SignupsAddress) {
  const { params, filters } = address;
  const queryClient = useQueryClient();
  const known = useKnownRows(JSON.stringify([audience, filters]));
  const list = useEagerQuery(signupListQuery(audience, params, known.until));
  const asOf = list.isPlaceholderData ? undefined : list.data?.asOf;
  const isEmpty = list.data?.page === 1 && list.data.items.length === 0;
  useEffect(() => {
    // In an empty list a new sign-up moves no other row.
    if (isEmpty) known.forget();
    else if (asOf !== undefined) known.note(asOf);
  });
  const arrived = useQuery(arrivalsQuery(audience, announces(filters) ? asOf : undefined));
  useNextPageAhead({ audience, address, list: list.data, until: known.until });
  useLastPageWhenBeyond(list.data, address);
  const refresh = useCallbackRef(() => {
    known.forget();
    void queryClient.refetchQueries({ queryKey: listsKey(audience), type: "active" });
  });
  return {
    list,
    arrivals: arrived.data.count,
    /** Reads the list again, with new sign-ups. */
    refresh,
    /** Where new sign-ups are: on the first page, newest first. */
    showArrivals() {
      if (params.page === 1 && params.order === "desc") return refresh();
      known.forget();
      address.changeParams({ order: "desc" });
    },
  };
}

/**
 * Rows that came in after a list was first read stay out of it until the admin asks for them: no other re-reading, after a
 * decision or on returning to the tab, moves rows under the pointer.
 * @param list names the filter; another list is read as it is now
 */
function useKnownRows(list: string) {
  const known = useRef<{ list: string; asOf: string } | null>(null);
  return {
    until: () => (known.current?.list === list ? known.current.asOf : undefined),
    note(asOf: string) {
      known.current = { list, asOf };
    },
    forget() {
      known.current = null;
    },
  };
}

/** What comes in waits: it is news of the whole list and of those who wait, not of a search. */
function announces({ status, search, answer }: SignupsAddress["filters"]): boolean {
  return search === "" && answer === "" && (status === "all" || status === "pending");
}

type Counted = { page: number; pageSize: number; total: number; totalIsExact: boolean; items: unknown[] };

/** A page that was fetched a moment ago is not asked for again. */
const aheadMs = 5_000;

type Ahead = {
  audience: Audience;
  address: SignupsAddress;
  list: Counted | undefined;
  until: () => string | undefined;
};

function useNextPageAhead({ audience, address: { params }, list, until }: Ahead): void {
  const queryClient = useQueryClient();
  const hasNext = list?.page === params.page && list.page < pageBounds(list).pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is followed by the page after it.
  useEffect(() => {
    if (!hasNext) return;
    const next = signupListQuery(audience, { ...params, page: params.page + 1 }, until);
    void queryClient.prefetchQuery({ ...next, staleTime: aheadMs });
  }, [list, hasNext]);
}

/** Rows may vanish under a page that was the last one. */
function useLastPageWhenBeyond(list: Counted | undefined, { params, changeParams }: SignupsAddress): void {
  const beyond = list && list.page === params.page ? pageBefore(list) : null;
  useEffect(() => {
    if (beyond === null) return;
    // A change of the address is flushed, which React refuses inside an effect.
    queueMicrotask(() => changeParams({ page: beyond }, { replace: true }));
  }, [beyond, changeParams]);
}

/** Where the rows are when this page has none any more; null when it has, or is the first. */
export function pageBefore(list: Counted): number | null {
  if (list.items.length > 0 || list.page <= 1) return null;
  return Math.min(pageBounds(list).pages, list.page - 1);
}
