import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "#web/lib/api.ts";

const notices = api.api.admin.notices;

export const noticesQuery = queryOptions({
  queryKey: ["notices"],
  queryFn: () => unwrap(notices.$get()),
});

export function useDismissNotice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(notices[":id"].$delete({ param: { id } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey }),
  });
}
