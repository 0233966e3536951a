import {
  type DefaultError,
  type FetchInfiniteQueryOptions,
  type FetchQueryOptions,
  type InfiniteData,
  type Query,
  type QueryClient,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  type UsePrefetchInfiniteQueryOptions,
  type UsePrefetchQueryOptions,
  type UseQueryOptions,
  type UseQueryResult,
  useInfiniteQuery,
  usePrefetchInfiniteQuery,
  usePrefetchQuery,
  useQuery,
} from "@tanstack/react-query";
import { type FocusEvent, type PointerEvent, useRef } from "react";
import type { Me } from "#contract/account.schema.ts";

const unusedDataMs = 10_000;
/** A pointer that only crosses a link, or a finger that scrolls, leaves the link before this delay. */
const hoverDelayMs = 50;
/** An admin who tabs through links leaves each link before this delay. */
const focusDelayMs = 300;

/** Prefetches queries that are not in the cache. Ignores errors, because the screen repeats the request and shows its error. */
export type Prefetcher = ReturnType<typeof prefetcher>;

/** A screen's second export. `web/admin/app/screen-calls.ui.test.tsx` proves that it prefetches all data that the screen reads. */
export type PrefetchScreen = (prefetcher: Prefetcher, admin: Me) => void;

/** Keeps prefetched data while it is fresh, so that a pointer that leaves and returns causes no further request. */
function prefetchOptions({ staleTime }: { staleTime?: unknown }) {
  return {
    gcTime: Math.max(unusedDataMs, typeof staleTime === "number" ? staleTime : 0),
    // A prefetch does not report the end of the session. The admin's next action does.
    meta: { anonymous: true },
  };
}

export function prefetcher(client: QueryClient) {
  const isCached = ({ queryKey }: { queryKey: QueryKey }) => client.getQueryData(queryKey) !== undefined;
  return {
    prefetchQuery<Data, Key extends QueryKey>(query: FetchQueryOptions<Data, DefaultError, Data, Key>): void {
      if (!isCached(query)) void client.prefetchQuery({ ...query, ...prefetchOptions(query) });
    },
    prefetchList<Data, Key extends QueryKey, Param>(
      query: FetchInfiniteQueryOptions<Data, DefaultError, Data, Key, Param>,
    ): void {
      if (!isCached(query)) void client.prefetchInfiniteQuery({ ...query, ...prefetchOptions(query) });
    },
  };
}

/** Event handlers of a link that prefetch on hover, focus and press. */
export function usePrefetchOnIntent(prefetch: () => void) {
  const delay = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = () => clearTimeout(delay.current);
  const prefetchAfter = (ms: number) => {
    cancel();
    delay.current = setTimeout(prefetch, ms);
  };
  return {
    onPointerEnter: () => prefetchAfter(hoverDelayMs),
    onPointerLeave: cancel,
    onFocus: ({ currentTarget }: FocusEvent) =>
      currentTarget.matches(":focus-visible") && prefetchAfter(focusDelayMs),
    onBlur: cancel,
    onPointerDown: ({ pointerType }: PointerEvent) => {
      if (pointerType === "touch") return;
      cancel();
      prefetch();
    },
  };
}

/** This time is longer than that between the first render of a screen and its mount. */
const justReadMs = 1_000;

/**
 * Treats data with `staleTime: 0` as fresh for a second after its first load. A suspended screen mounts after the response to the
 * request of its first render, and would otherwise repeat that request.
 */
function onceDrawn<Options extends { staleTime?: unknown }>(options: Options): Options {
  if (options.staleTime !== 0) return options;
  const staleTime = ({ state }: Query) => (state.dataUpdateCount === 1 ? justReadMs : 0);
  return { ...options, staleTime };
}

/**
 * `useQuery` for the data with which a screen opens. The request starts during the first render and not after the mount, so that
 * rendering and loading run at the same time.
 */
export function useEagerQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, DefaultError, Data, Key> &
    UsePrefetchQueryOptions<Data, DefaultError, Data, Data, Key>,
): UseQueryResult<Data> {
  usePrefetchQuery(options);
  return useQuery(onceDrawn(options));
}

/** `useEagerQuery` for a list that loads further pages at its end. */
export function useEagerInfiniteQuery<Page, Key extends QueryKey, Param>(
  options: UseInfiniteQueryOptions<Page, DefaultError, InfiniteData<Page>, Key, Param> &
    UsePrefetchInfiniteQueryOptions<Page, DefaultError, InfiniteData<Page>, Key, Param>,
): UseInfiniteQueryResult<InfiniteData<Page>> {
  usePrefetchInfiniteQuery(options);
  return useInfiniteQuery(onceDrawn(options));
}
