import { useMutation } from "@tanstack/react-query";
import type { ConfirmIdentity } from "#contract/account.schema.ts";
import { api, unwrap } from "#web/lib/api.ts";

export function useConfirmIdentity() {
  return useMutation({
    mutationFn: (json: ConfirmIdentity) => unwrap(api.api.auth["confirm-password"].$post({ json })),
  });
}
