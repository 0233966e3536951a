import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "#web/lib/api.ts";

const hold = api.api.admin.email.hold;

/** Whether nothing leaves because a backup was restored. Asked again only while that is so: a restore needs a restart. */
export const holdQuery = queryOptions({
  queryKey: ["email", "hold"],
  queryFn: () => unwrap(hold.$get()),
  refetchInterval: ({ state }) => (state.data?.hold ? 30_000 : false),
});

export function useEndHold() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (waiting: "send" | "cancel") => unwrap(hold.end.$post({ json: { waiting } })),
    onSettled: () =>
      Promise.all([["email"], ["campaigns"]].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}
