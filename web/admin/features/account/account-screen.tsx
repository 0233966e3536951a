import { Stack } from "@mantine/core";
import type { PrefetchScreen } from "#web/admin/ui/prefetch.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { ownSessionsQuery } from "./account.api.ts";
import { KeysSection, PasswordSection } from "./account-sections.tsx";
import { OwnSessions } from "./own-sessions.tsx";
import { TwoFactorSection } from "./two-factor-section.tsx";

export const prefetch: PrefetchScreen = ({ prefetchQuery }) => prefetchQuery(ownSessionsQuery);

export default function AccountScreen() {
  const { email } = useCurrentAdmin();
  return (
    <>
      <ScreenHeader title="Mon compte">{email}</ScreenHeader>
      <Stack gap="lg">
        <PasswordSection />
        <TwoFactorSection />
        <KeysSection />
        <OwnSessions />
      </Stack>
    </>
  );
}
