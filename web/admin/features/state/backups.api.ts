import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { InferRequestType } from "hono/client";
import { stateQuery } from "#web/admin/ui/state.api.ts";
import { api, unwrap } from "#web/lib/api.ts";

const backups = api.api.admin.backups;

/** Asked again while one is under way: it ends by itself. */
export const backupsQuery = queryOptions({
  queryKey: ["backups"],
  queryFn: () => unwrap(backups.$get()),
  refetchInterval: ({ state }) =>
    state.data?.runs.some(({ finishedAt, error }) => finishedAt === null && error === null) ? 2_000 : false,
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
