import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#web/lib/api.ts";

const campaigns = api.api.admin.campaigns;

/** The running campaign, the number of scheduled ones, and the outcome of the last one. */
export const sendingQuery = queryOptions({
  queryKey: ["campaigns", "list", "dashboard"],
  queryFn: async () => {
    const [running, done] = await Promise.all([
      unwrap(campaigns.$get({ query: { group: "running" } })),
      unwrap(campaigns.$get({ query: { group: "done" } })),
    ]);
    return { running: running.items, scheduled: running.counts.scheduled, last: done.items[0] ?? null };
  },
  refetchInterval: 30_000,
});
