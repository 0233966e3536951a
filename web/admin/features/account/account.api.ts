import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { StopTwoFactor } from "#contract/account.schema.ts";
import { currentAdminQuery } from "#web/admin/ui/session.api.ts";
import { api, unwrap } from "#web/lib/api.ts";

const me = api.api.admin.me;

export const ownSessionsQuery = queryOptions({
  queryKey: ["own-sessions"],
  queryFn: () => unwrap(me.sessions.$get()),
  staleTime: 0,
});

export function useChangePassword() {
  const onSuccess = useRefresh(ownSessionsQuery.queryKey);
  return useMutation({
    mutationFn: (json: { currentPassword: string; newPassword: string }) =>
      unwrap(me.password.$post({ json })),
    onSuccess,
  });
}

export function useEndSession() {
  const onSettled = useRefresh(ownSessionsQuery.queryKey);
  return useMutation({
    mutationFn: (id: string) => unwrap(me.sessions[":id"].$delete({ param: { id } })),
    onSettled,
  });
}

export function useEndOtherSessions() {
  const onSettled = useRefresh(ownSessionsQuery.queryKey);
  return useMutation({ mutationFn: () => unwrap(me.sessions.$delete()), onSettled });
}

const twoFactor = me["two-factor"];

export function useStartTwoFactor() {
  return useMutation({ mutationFn: (password: string) => unwrap(twoFactor.$post({ json: { password } })) });
}

export function useConfirmTwoFactor() {
  return useMutation({
    mutationFn: (code: string) => unwrap(twoFactor.confirmation.$post({ json: { code } })),
  });
}

export function useStopTwoFactor() {
  const onSuccess = useRefresh(currentAdminQuery.queryKey);
  return useMutation({
    mutationFn: (json: StopTwoFactor) => unwrap(twoFactor.deactivation.$post({ json })),
    onSuccess,
  });
}

/** Asks the admin to confirm their identity first if needed, so that no dialog is interrupted by that question. */
export function useEnsureConfirmed() {
  return useMutation({ mutationFn: () => unwrap(me.confirmation.$get()) });
}

export function useRenewRecoveryCodes() {
  return useMutation({
    mutationFn: (password: string) => unwrap(twoFactor["recovery-codes"].$post({ json: { password } })),
  });
}

export function useRefresh(queryKey: readonly string[]) {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey });
}
