import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { api, unwrap } from "#web/lib/api.ts";
import { useInvalidateQueries } from "../session.api.ts";

export const samplesQuery = queryOptions({
  queryKey: ["samples"],
  queryFn: () => unwrap(api.api.admin.samples.$get()),
  staleTime: 1_000, // several parts of a screen ask, one after the other
});

/** Whether sample sign-ups are to be offered to this administrator; undefined until that is known. */
export function useMayAddSamples(): boolean | undefined {
  const { isSuperAdmin } = useCurrentAdmin();
  const { data, isPending } = useQuery({ ...samplesQuery, enabled: isSuperAdmin });
  if (!isSuperAdmin) return false;
  return isPending ? undefined : data?.mayAdd === true;
}

/** Calls `onAdded` while the offer is still mounted, before visible data is refetched. */
export function useAddSamples(onAdded: (count: number) => void) {
  const onSettled = useInvalidateQueries();
  return useMutation({
    mutationFn: () => unwrap(api.api.admin.samples.$post()),
    onSuccess: ({ users, brands }) => onAdded(users + brands),
    onSettled,
  });
}

export function useRemoveSamples() {
  const onSettled = useInvalidateQueries();
  return useMutation({ mutationFn: () => unwrap(api.api.admin.samples.$delete()), onSettled });
}
