import {
  type DefaultError,
  type InfiniteData,
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

/**
 * `useQuery` for what a screen opens with: the server is asked while the screen is being drawn, not once it stands, so that both
 * work at the same time.
 */
export function useEagerQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, DefaultError, Data, Key> &
    UsePrefetchQueryOptions<Data, DefaultError, Data, Data, Key>,
): UseQueryResult<Data> {
  usePrefetchQuery(options);
  return useQuery(options);
}

/** The same for a list that grows at its end. */
export function useEagerInfiniteQuery<Page, Key extends QueryKey, Param>(
  options: UseInfiniteQueryOptions<Page, DefaultError, InfiniteData<Page>, Key, Param> &
    UsePrefetchInfiniteQueryOptions<Page, DefaultError, InfiniteData<Page>, Key, Param>,
): UseInfiniteQueryResult<InfiniteData<Page>> {
  usePrefetchInfiniteQuery(options);
  return useInfiniteQuery(options);
}
