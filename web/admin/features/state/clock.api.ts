import { useMutation, useQueryClient } from "@tanstack/react-query";
import { stateQuery } from "#web/admin/ui/state.api.ts";
import { api, unwrap } from "#web/lib/api.ts";

export function useConfirmClock() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (at: string) => unwrap(api.api.admin.state.clock.$post({ json: { at } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: stateQuery.queryKey }),
  });
}
