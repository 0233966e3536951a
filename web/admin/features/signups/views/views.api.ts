import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Audience } from "#contract/audience.ts";
import type { SaveView } from "#contract/signup.schema.ts";
import { api, unwrap } from "#web/lib/api.ts";

const views = api.api.admin.views[":audience"];

export function viewsQuery(audience: Audience) {
  return queryOptions({
    queryKey: ["views", audience],
    queryFn: () => unwrap(views.$get({ param: { audience } })),
  });
}

export function useSaveView(audience: Audience) {
  const onSettled = useRefreshViews(audience);
  return useMutation({
    mutationFn: (json: SaveView) => unwrap(views.$post({ param: { audience }, json })),
    onSettled,
  });
}

export function useDeleteView(audience: Audience) {
  const onSettled = useRefreshViews(audience);
  return useMutation({
    mutationFn: (id: string) => unwrap(views[":id"].$delete({ param: { audience, id } })),
    onSettled,
  });
}

function useRefreshViews(audience: Audience) {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: viewsQuery(audience).queryKey });
}
