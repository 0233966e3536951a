import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { bounceRules } from "#contract/bounces.ts";
import type { UpdateEmailSettings } from "#contract/email.schema.ts";
import { emailSettingsQuery, useInvalidateMailLog } from "#web/admin/mail-kit/mail-kit.api.ts";
import { isStale } from "#web/admin/ui/versions/use-versioned-form.ts";
import { api, unwrap } from "#web/lib/api.ts";

const email = api.api.admin.email;
const { queryKey } = emailSettingsQuery;

export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (json: UpdateEmailSettings) => unwrap(email.settings.$put({ json })),
    onSuccess: (settings) => {
      queryClient.setQueryData(queryKey, settings);
      void queryClient.invalidateQueries({ queryKey: mailboxStatusQuery.queryKey });
    },
    onError: (error) => isStale(error) && queryClient.invalidateQueries({ queryKey }),
  });
}

export function useTestConnection() {
  return useMutation({ mutationFn: () => unwrap(email.settings.test.$post()) });
}

/** Polled, because the server reads the mailbox periodically. */
export const mailboxStatusQuery = queryOptions({
  queryKey: ["bounce-mailbox"],
  queryFn: () => unwrap(email["bounce-mailbox"].$get()),
  refetchInterval: bounceRules.readEveryMs,
});

export function useTestMailbox() {
  return useMutation({ mutationFn: () => unwrap(email["bounce-mailbox"].test.$post()) });
}

export function useSendTestEmail() {
  const onSettled = useInvalidateMailLog();
  return useMutation({ mutationFn: () => unwrap(email.test.$post()), onSettled });
}

export function useSendRealTest() {
  const onSettled = useInvalidateMailLog();
  return useMutation({ mutationFn: () => unwrap(email.test.real.$post()), onSettled });
}
