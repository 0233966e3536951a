import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Sending } from "#contract/dashboard.schema.ts";
import type { ShieldState } from "#contract/shield.ts";
import type { Overview } from "#contract/stats.schema.ts";
import { api, unwrap } from "#web/lib/api.ts";

/** The counters' values while they load. */
export const noCounts: Pick<Overview, "users" | "brands" | "questionCount" | "totalResponses"> = {
  users: { total: 0, pending: 0, approved: 0, invited: 0, redeemed: 0 },
  brands: { total: 0, pending: 0, approved: 0, invited: 0, redeemed: 0 },
  questionCount: 0,
  totalResponses: 0,
};

const campaigns = api.api.admin.campaigns;

/** The running campaign, the number of scheduled ones, and the outcome of the last one. */
export const sendingQuery = queryOptions({
  queryKey: ["campaigns", "list", "dashboard"],
  queryFn: async (): Promise<Sending> => {
    const [running, done] = await Promise.all([
      unwrap(campaigns.$get({ query: { group: "running" } })),
      unwrap(campaigns.$get({ query: { group: "done" } })),
    ]);
    return { running: running.items, scheduled: running.counts.scheduled, last: done.items[0] ?? null };
  },
  refetchInterval: 30_000,
});

const shield = api.api.admin.shield;

/** Polled while the page is open, because an attack lasts only minutes. */
export const shieldQuery = queryOptions({
  queryKey: ["shield"],
  queryFn: () => unwrap(shield.$get()),
  refetchInterval: 5_000,
});

export function useForceShield() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (forced: ShieldState | null) => unwrap(shield.$put({ json: { forced } })),
    onSuccess: (report) => queryClient.setQueryData(shieldQuery.queryKey, report),
  });
}
