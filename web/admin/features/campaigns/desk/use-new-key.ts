import { campaignsKeys } from "#web/admin/ui/keys/key-groups.ts";
import { useKeys } from "#web/admin/ui/keys/use-keys.ts";

/** Pressed alone, outside fields and dialogs, N begins a new message. */
export function useNewKey(begin: () => void): void {
  useKeys(campaignsKeys, { begin });
}
