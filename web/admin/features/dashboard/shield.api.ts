import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ShieldState } from "#contract/shield.ts";
import { api, unwrap } from "#web/lib/api.ts";

const shield = api.api.admin.shield;

/** Asked for again while the page is open: an attack is over in minutes. */
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
