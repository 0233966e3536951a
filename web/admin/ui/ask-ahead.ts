import type {
  DefaultError,
  FetchInfiniteQueryOptions,
  FetchQueryOptions,
  QueryClient,
  QueryKey,
} from "@tanstack/react-query";
import type { Me } from "#contract/account.schema.ts";

/** What nobody came for is forgotten again, before it is old. */
const keptMs = 10_000;

/** Asks the server for what is not known yet, and waits for nothing. What fails is asked for again by the screen, which then says so. */
export type AskAhead = ReturnType<typeof askAhead>;

/**
 * A screen's second export: what it asks the server for when it is opened from the menu. That it is all of it is held by
 * `web/admin/app/screen-calls.ui.test.tsx`.
 */
export type OpensWith = (ahead: AskAhead, admin: Me) => void;

/** Kept as long as it is fresh, so that a pointer that comes and goes asks no more often than somebody who comes. */
function aheadOf({ staleTime }: { staleTime?: unknown }) {
  return {
    gcTime: Math.max(keptMs, typeof staleTime === "number" ? staleTime : 0),
    // A session that has ended is told of when somebody does something, not where the pointer rests.
    meta: { anonymous: true },
  };
}

export function askAhead(client: QueryClient) {
  const isKnown = ({ queryKey }: { queryKey: QueryKey }) => client.getQueryData(queryKey) !== undefined;
  return {
    ask<Data, Key extends QueryKey>(query: FetchQueryOptions<Data, DefaultError, Data, Key>): void {
      if (!isKnown(query)) void client.prefetchQuery({ ...query, ...aheadOf(query) });
    },
    /** The first part of a list that grows at its end. */
    askList<Data, Key extends QueryKey, Param>(
      query: FetchInfiniteQueryOptions<Data, DefaultError, Data, Key, Param>,
    ): void {
      if (!isKnown(query)) void client.prefetchInfiniteQuery({ ...query, ...aheadOf(query) });
    },
  };
}
