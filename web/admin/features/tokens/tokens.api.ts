import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CreateToken } from "#contract/api-tokens.schema.ts";
import { api, unwrap } from "#web/lib/api.ts";

const tokens = api.api.admin.tokens;

export const tokensQuery = queryOptions({
  queryKey: ["tokens"],
  queryFn: () => unwrap(tokens.$get()),
});

export function useCreateToken() {
  return useMutation({
    mutationFn: (json: CreateToken) => unwrap(tokens.$post({ json })),
    // The response contains the token, which is shown once, so it must not stay in the cache.
    gcTime: 0,
    onSettled: useRefresh(),
  });
}

export function useRevokeToken() {
  return useMutation({
    mutationFn: (id: string) => unwrap(tokens[":id"].$delete({ param: { id } })),
    onSettled: useRefresh(),
  });
}

/** Used after a failure too: another administrator may have changed the list. */
function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: tokensQuery.queryKey });
}
