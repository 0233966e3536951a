import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import type { addableReasons } from "#contract/suppressions.schema.ts";
import { api, unwrap } from "#web/lib/api.ts";

const suppressions = api.api.admin.suppressions;
const queryKey = ["suppressions"];

export type AddableReason = (typeof addableReasons)[number];

/** Pages of blocked addresses, newest first. @param email a whole address; "" for all */
export const suppressionsQuery = (email: string) =>
  infiniteQueryOptions({
    queryKey: [...queryKey, email],
    queryFn: ({ pageParam }) =>
      unwrap(suppressions.$get({ query: { email, ...(pageParam && { before: pageParam }) } })),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export function useAddSuppression() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (json: { email: string; reason: AddableReason }) => unwrap(suppressions.$post({ json })),
    onSettled,
  });
}

export function useLiftSuppression() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      unwrap(suppressions[":id"].$delete({ param: { id }, json: { reason } })),
    onSettled,
  });
}

/** Asks first whether the export is open: a download that the browser makes by itself could not ask for the password. */
export function useExport() {
  return useMutation({
    mutationFn: async () => {
      await unwrap(api.api.admin.me.confirmation.$get());
      const link = document.createElement("a");
      link.href = "/api/admin/suppressions/export.csv";
      link.download = "";
      link.click();
    },
  });
}

/** After a failure too: the list may have changed under somebody else's hands. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey });
}
