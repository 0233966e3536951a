import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { api, unwrap } from "#web/lib/api.ts";
import type { JournalFilters } from "./journal-address.ts";

/** Pages of entries, newest first; each asks for what is older than the last entry of the one before. */
export const journalQuery = (filters: JournalFilters) =>
  infiniteQueryOptions({
    queryKey: ["journal", filters],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.api.admin.journal.$get({
          query: {
            ...(filters.action && { action: filters.action }),
            ...(filters.actor && { actor: filters.actor }),
            ...(filters.from && { from: filters.from }),
            ...(filters.to && { to: filters.to }),
            ...(pageParam && { before: pageParam }),
          },
        }),
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextBefore }) => nextBefore,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
