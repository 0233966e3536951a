import {
  type DefaultError,
  type InfiniteData,
  type Query,
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

/** Longer than a screen is held back between its first drawing and its standing there. */
const justReadMs = 1_000;

/**
 * What is always read anew is not so in the moment it is there for the first time: a screen that waits for a part of its own, or of
 * what stands above it, is mounted after the answer to what it asked while it was drawn.
 */
function onceDrawn<Options extends { staleTime?: unknown }>(options: Options): Options {
  if (options.staleTime !== 0) return options;
  const staleTime = ({ state }: Query) => (state.dataUpdateCount === 1 ? justReadMs : 0);
  return { ...options, staleTime };
}

/**
 * `useQuery` for what a screen opens with: the server is asked while the screen is being drawn, not once it stands, so that both
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
