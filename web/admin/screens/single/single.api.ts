import { useMutation } from "@tanstack/react-query";
import type { SingleEmail } from "#contract/email.schema.ts";
import { useInvalidateMailLog } from "#web/admin/mail-kit/mail-log-key.ts";
import { api, unwrap } from "#web/lib/api.ts";

export function useSendSingle() {
  const onSettled = useInvalidateMailLog();
  return useMutation({
    mutationFn: (json: SingleEmail) => unwrap(api.api.admin.email.single.$post({ json })),
    onSettled,
  });
}
