import { DescribedSwitch } from "#web/admin/ui/described-switch.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { useChangePreferences } from "#web/admin/ui/preferences.api.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { AccountSection } from "./account-section.tsx";

/** Letters that act can be in the way of whoever dictates or types by accident. */
export function KeysSection() {
  const { preferences } = useCurrentAdmin();
  const change = useChangePreferences();
  return (
    <AccountSection title="Raccourcis" about="« ? » les montre tous.">
      <DescribedSwitch
        label="Raccourcis à une lettre"
        description="A approuve, R rejette, J et K vont d’une inscription à l’autre. Sans eux, les flèches et les boutons restent."
        checked={preferences.singleKeys}
        onChange={({ currentTarget }) => change.mutate({ singleKeys: currentTarget.checked })}
      />
      <ErrorAlert error={change.error} onClose={change.reset} />
    </AccountSection>
  );
}
