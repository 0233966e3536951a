import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#web/lib/api.ts";

/**
 * All that the dashboard opens with. What is read again alone, or on other screens too, goes under the keys of those queries.
 * Forgotten soon: a later visit makes one call again, not one for each outdated part.
 */
export const dashboardQuery = queryOptions({
  queryKey: ["dashboard"],
  queryFn: async ({ client }) => {
    const { overview, toDo, samples, ...parts } = await unwrap(api.api.admin.dashboard.$get());
    client.setQueryData(["to-do"], toDo);
    if (samples) client.setQueryData(["samples"], samples);
    client.setQueryData(["email", "hold"], parts.hold);
    client.setQueryData(["shield"], parts.shield);
    client.setQueryData(["campaigns", "list", "dashboard"], parts.sending);
    return overview;
  },
  gcTime: 10_000,
});
