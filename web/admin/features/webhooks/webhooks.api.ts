import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CreateWebhook, UpdateWebhook } from "#contract/webhooks.schema.ts";
import { api, unwrap } from "#web/lib/api.ts";

const webhooks = api.api.admin.webhooks;

const webhooksKey = ["webhooks"] as const;

export const webhooksQuery = queryOptions({
  queryKey: [...webhooksKey, "list"],
  queryFn: () => unwrap(webhooks.$get()),
  refetchInterval: 15_000, // events are delivered meanwhile
});

export function deliveriesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...webhooksKey, "deliveries", id],
    queryFn: ({ pageParam }) =>
      unwrap(
        webhooks[":id"].deliveries.$get({
          param: { id },
          query: pageParam === "" ? {} : { before: pageParam },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: ({ next }) => (next === null ? null : String(next)),
    refetchInterval: 15_000,
  });
}

export function useCreateWebhook() {
  const onSettled = useRefreshWebhooks();
  return useMutation({
    mutationFn: (json: CreateWebhook) => unwrap(webhooks.$post({ json })),
    onSettled,
  });
}

export function useEditWebhook(id: string) {
  const onSettled = useRefreshWebhooks();
  return useMutation({
    mutationFn: (json: UpdateWebhook) => unwrap(webhooks[":id"].$put({ param: { id }, json })),
    onSettled,
  });
}

export function useRotateSecret(id: string) {
  const onSettled = useRefreshWebhooks();
  return useMutation({
    mutationFn: () => unwrap(webhooks[":id"].secret.$post({ param: { id } })),
    onSettled,
  });
}

/** @param onDeleted may be called after the row with its dialog has left the list */
export function useDeleteWebhook(onDeleted: () => void) {
  const onSettled = useRefreshWebhooks();
  return useMutation({
    mutationFn: (id: string) => unwrap(webhooks[":id"].$delete({ param: { id } })),
    onSuccess: onDeleted,
    onSettled,
  });
}

export function useTestWebhook() {
  const onSettled = useRefreshWebhooks();
  return useMutation({
    mutationFn: (id: string) => unwrap(webhooks[":id"].test.$post({ param: { id } })),
    onSettled,
  });
}

export function useResendDelivery() {
  const onSettled = useRefreshWebhooks();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(webhooks.deliveries[":id"].resend.$post({ param: { id: String(id) } })),
    onSettled,
  });
}

function useRefreshWebhooks() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: webhooksKey });
}
