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
/** A pointer that only crosses a link leaves it sooner; so does a finger that scrolls. */
const hoverDelayMs = 50;
/** An admin who tabs through links leaves each of them sooner. */
const focusDelayMs = 300;

/** Prefetches what is not in the cache. An error is ignored: the screen asks again and shows it. */
export type Prefetcher = ReturnType<typeof prefetcher>;

/** A screen's second export. `web/admin/app/screen-calls.ui.test.tsx` holds that it prefetches all that the screen reads. */
export type PrefetchScreen = (prefetcher: Prefetcher, admin: Me) => void;

/** Kept while it is fresh, so that a pointer that leaves and returns causes no further request. */
function prefetchOptions({ staleTime }: { staleTime?: unknown }) {
  return {
    gcTime: Math.max(unusedDataMs, typeof staleTime === "number" ? staleTime : 0),
    // A session that has ended is reported when the admin does something, not when the pointer rests.
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

/** A link's handlers, which prefetch when a pointer, a finger or the focus rests on it, or when it is pressed. */
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

/** Longer than the time between the first render of a screen and its mount. */
const justReadMs = 1_000;

/**
 * Data with `staleTime: 0` counts as fresh for a second after its first load: a screen that waits for its code, or whose parent
 * does, mounts after the response to the request of its first render.
 */
function onceDrawn<Options extends { staleTime?: unknown }>(options: Options): Options {
  if (options.staleTime !== 0) return options;
  const staleTime = ({ state }: Query) => (state.dataUpdateCount === 1 ? justReadMs : 0);
  return { ...options, staleTime };
}

/**
 * `useQuery` for what a screen opens with: the request starts while the screen renders, not after its mount, so that both
 * work at the same time.
 */
export function useEagerQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, DefaultError, Data, Key> &
    UsePrefetchQueryOptions<Data, DefaultError, Data, Data, Key>,
): UseQueryResult<Data> {
  usePrefetchQuery(options);
  return useQuery(onceDrawn(options));
}

/** The same for a list that grows at its end. */
export function useEagerInfiniteQuery<Page, Key extends QueryKey, Param>(
  options: UseInfiniteQueryOptions<Page, DefaultError, InfiniteData<Page>, Key, Param> &
    UsePrefetchInfiniteQueryOptions<Page, DefaultError, InfiniteData<Page>, Key, Param>,
): UseInfiniteQueryResult<InfiniteData<Page>> {
  usePrefetchInfiniteQuery(options);
  return useInfiniteQuery(onceDrawn(options));
}
