import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ChangePreferences } from "#contract/account.schema.ts";
import { currentAdminQuery } from "#web/admin/ui/session.api.ts";
import { api, unwrap } from "#web/lib/api.ts";

/** Changes how the back office behaves for this admin: shown at once, taken back when the server refuses. */
export function useChangePreferences() {
  const queryClient = useQueryClient();
  const { queryKey } = currentAdminQuery;
  return useMutation({
    mutationFn: (json: ChangePreferences) => unwrap(api.api.admin.me.preferences.$patch({ json })),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(
        queryKey,
        (admin) => admin && { ...admin, preferences: merged(admin.preferences, change) },
      );
      return before;
    },
    onSuccess: (preferences) =>
      queryClient.setQueryData(queryKey, (admin) => admin && { ...admin, preferences }),
    onError: (_error, _change, before) => queryClient.setQueryData(queryKey, before),
  });
}

function merged<Values extends object>(
  values: Values,
  change: { [Key in keyof Values]?: Values[Key] | undefined },
): Values {
  return {
    ...values,
    ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
  };
}
