import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { InferRequestType } from "hono/client";
import { api, unwrap } from "#web/lib/api.ts";

const { state, backups } = api.api.admin;

/** Each request runs all checks, including a request to the public address, so it is made at most every 30 s. */
export const stateQuery = queryOptions({
  queryKey: ["state"],
  queryFn: () => unwrap(state.$get()),
  staleTime: 30_000,
});

export function useConfirmClock() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (at: string) => unwrap(state.clock.$post({ json: { at } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: stateQuery.queryKey }),
  });
}

/** Polled while a backup runs. */
export const backupsQuery = queryOptions({
  queryKey: ["backups"],
  queryFn: () => unwrap(backups.$get()),
  refetchInterval: (query) =>
    query.state.data?.runs.some(({ finishedAt, error }) => finishedAt === null && error === null)
      ? 2_000
      : false,
});

export function useBeginBackup() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(backups.$post()),
    onSettled: () => queryClient.invalidateQueries({ queryKey: backupsQuery.queryKey }),
  });
}

export function useSaveBackupSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (json: InferRequestType<typeof backups.settings.$put>["json"]) =>
      unwrap(backups.settings.$put({ json })),
    onSettled: () =>
      Promise.all(
        [backupsQuery.queryKey, stateQuery.queryKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
