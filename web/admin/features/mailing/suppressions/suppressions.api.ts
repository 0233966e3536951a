import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import type { SuppressionReason } from "#contract/privacy.ts";
import type { addableReasons } from "#contract/suppressions.schema.ts";
import { api, unwrap } from "#web/lib/api.ts";

const suppressions = api.api.admin.suppressions;
const queryKey = ["suppressions"];

export type AddableReason = (typeof addableReasons)[number];

export type ReasonFilter = SuppressionReason | "all";

/** Pages of blocked addresses, newest first. `email`: a whole address; "" for all. */
export const suppressionsQuery = ({ email, reason }: { email: string; reason: ReasonFilter }) =>
  infiniteQueryOptions({
    queryKey: [...queryKey, email, reason],
    queryFn: ({ pageParam }) =>
      unwrap(suppressions.$get({ query: { email, reason, ...(pageParam && { before: pageParam }) } })),
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

/** Unblocks addresses. A single one is refused with a reason when that fails. Among several, missing ones are skipped. */
export function useLiftSuppressions() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: async ({ ids, reason }: { ids: string[]; reason: string }) => {
      const [id, ...others] = ids;
      if (id === undefined || others.length > 0)
        await unwrap(suppressions.lift.$post({ json: { ids, reason } }));
      else await unwrap(suppressions[":id"].$delete({ param: { id }, json: { reason } }));
    },
    onSettled,
  });
}

/** The address of the CSV download of all blocked addresses. */
export const suppressionsExport = "/api/admin/suppressions/export.csv";

/** Used after a failure too: another admin may have changed the list. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey });
}
