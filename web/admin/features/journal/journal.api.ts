import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { z } from "zod";
import { journalActionKeys } from "#contract/journal.ts";
import { wordParameter } from "#web/admin/ui/use-address.ts";
import { api, unwrap } from "#web/lib/api.ts";

const day = z.iso.date().catch("");

/** The filters, kept in the address. An invalid value counts as absent. */
export const journalAddress = z.object({
  action: wordParameter([...journalActionKeys, ""], ""),
  actor: z
    .string()
    .catch("")
    .transform((text) => text.trim().slice(0, 254)),
  from: day,
  to: day,
});

export type JournalFilters = z.infer<typeof journalAddress>;

/** Pages of entries, newest first; each page begins after the last entry of the page before. */
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
