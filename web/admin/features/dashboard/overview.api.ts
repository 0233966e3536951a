import { queryOptions } from "@tanstack/react-query";
import type { Overview } from "#contract/stats.schema.ts";
import { api, unwrap } from "#web/lib/api.ts";

export const overviewQuery = queryOptions({
  queryKey: ["overview"],
  queryFn: async () => {
    try {
      return await unwrap(api.api.admin.overview.$get());
    } catch (error) {
      // A failure of the counters is logged; the screen shows zeros and offers another try.
      // biome-ignore lint/suspicious/noConsole: a browser has no other log
      console.error("the dashboard's counters could not be read", error);
      throw error;
    }
  },
});

/** The counters' values while they load. */
export const noCounts: Pick<Overview, "users" | "brands" | "questionCount" | "totalResponses"> = {
  users: { total: 0, pending: 0, approved: 0 },
  brands: { total: 0, pending: 0, approved: 0 },
  questionCount: 0,
  totalResponses: 0,
};
