import { notifications } from "@mantine/notifications";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { focusHeading } from "#web/admin/ui/focus.ts";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { useChangePreferences, useCurrentAdmin, useInvalidateQueries } from "#web/admin/ui/session.api.ts";
import { api, unwrap } from "#web/lib/api.ts";

const toDo = api.api.admin["to-do"];
const samples = api.api.admin.samples;

export const toDoQuery = queryOptions({
  queryKey: ["to-do"],
  queryFn: () => unwrap(toDo.$get()),
  staleTime: 0, // so that a step that was just done on another screen is shown as done
});

/** The remaining steps of this administrator, without the first steps if they left those. */
export function useToDo() {
  const { firstStepsLeft } = useCurrentAdmin().preferences;
  const { data, error, refetch } = useEagerQuery(toDoQuery);
  const rows = data?.rows.filter(({ level }) => level !== "first" || !firstStepsLeft) ?? [];
  return { rows, error, onRetry: () => void refetch() };
}

export function useDismissNotice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(toDo[":id"].$delete({ param: { id } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: toDoQuery.queryKey }),
  });
}

/** Hides the first steps for this administrator: `leave` before their end, `close` when all are done. */
export function useLeaveFirstSteps() {
  const preferences = useChangePreferences();
  const close = () => {
    focusHeading();
    preferences.mutate({ firstStepsLeft: true });
  };
  const leave = () => {
    close();
    notifications.show({ message: "Vous pouvez reprendre les premiers pas depuis « Aide »." });
  };
  return { close, leave, error: preferences.error };
}

export const samplesQuery = queryOptions({
  queryKey: ["samples"],
  queryFn: () => unwrap(samples.$get()),
  staleTime: 1_000, // several parts of a screen read it, one after the other
});

/** True when this administrator may add sample sign-ups; undefined until that is known. */
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
    mutationFn: () => unwrap(samples.$post()),
    onSuccess: ({ users, brands }) => onAdded(users + brands),
    onSettled,
  });
}

/** Calls `onRemoved` while the row is still mounted, before visible data is refetched. */
export function useRemoveSamples(onRemoved: (count: number) => void) {
  const onSettled = useInvalidateQueries();
  return useMutation({
    mutationFn: () => unwrap(samples.$delete()),
    onSuccess: ({ removed }) => onRemoved(removed),
    onSettled,
  });
}
