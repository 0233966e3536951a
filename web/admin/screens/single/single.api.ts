import { useMutation } from "@tanstack/react-query";
import type { SingleEmail } from "#contract/email.schema.ts";
import { useForgetMailLog } from "#web/admin/mail-kit/mail-log-key.ts";
import { api, unwrap } from "#web/lib/api.ts";

export function useSendSingle() {
  const onSettled = useForgetMailLog();
  return useMutation({
    mutationFn: (json: SingleEmail) => unwrap(api.api.admin.email.single.$post({ json })),
    onSettled,
  });
}
