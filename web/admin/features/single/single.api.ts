import { queryOptions, useMutation } from "@tanstack/react-query";
import type { SingleEmail } from "#contract/email.schema.ts";
import { mailLogKey, useInvalidateMailLog } from "#web/admin/mail-kit/mail-kit.api.ts";
import { api, unwrap } from "#web/lib/api.ts";

const { email } = api.api.admin;

export function useSendSingle() {
  const onSettled = useInvalidateMailLog();
  return useMutation({
    mutationFn: (json: SingleEmail) => unwrap(email.single.$post({ json })),
    onSettled,
  });
}

/** Earlier messages to an address, and why it may get none. Invalidated with the log on every send. */
export function recipientFactsQuery(address: string) {
  return queryOptions({
    queryKey: [...mailLogKey, "recipient", address],
    queryFn: () => unwrap(email.recipient.$post({ json: { email: address } })),
    enabled: address !== "",
    staleTime: 0,
    retry: false,
  });
}
