import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#web/lib/api.ts";

/** Whoever is signed up and whose name or address holds the text; nobody is asked about without one. */
export function peopleQuery(search: string) {
  return queryOptions({
    queryKey: ["people", search],
    queryFn: () => unwrap(api.api.admin.people.$get({ query: { search } })),
    enabled: search !== "",
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });
}
