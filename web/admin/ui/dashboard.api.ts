import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#web/lib/api.ts";

/**
 * All that the dashboard opens with. What is read again alone, or on other screens too, goes under the keys of those queries.
 * `gcTime` is short: a later visit makes one call, not one for each outdated part.
 */
export const dashboardQuery = queryOptions({
  queryKey: ["dashboard"],
  queryFn: async ({ client }) => {
    const begin = Date.now();
    const parts = await unwrap(api.api.admin.dashboard.$get());
    // A part that was read or changed meanwhile is newer; one that is absent is not written.
    const keep = (key: string[], part: unknown) => {
      if ((client.getQueryState(key)?.dataUpdatedAt ?? 0) < begin) client.setQueryData(key, part);
    };
    keep(["to-do"], parts.toDo);
    keep(["samples"], parts.samples);
    keep(["email", "hold"], parts.hold);
    keep(["shield"], parts.shield);
    keep(["campaigns", "list", "dashboard"], parts.sending);
    return parts.overview;
  },
  gcTime: 10_000,
});
