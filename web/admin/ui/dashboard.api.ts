import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#web/lib/api.ts";

/**
 * All data with which the dashboard opens. Parts that are also refetched alone, or by other screens, are cached under their keys.
 * `gcTime` is short, so that a later visit makes one request instead of one for each stale part.
 */
export const dashboardQuery = queryOptions({
  queryKey: ["dashboard"],
  queryFn: async ({ client }) => {
    const begin = Date.now();
    const parts = await unwrap(api.api.admin.dashboard.$get());
    // Does not overwrite a part that was read or changed meanwhile. An absent part (undefined) is not written.
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
