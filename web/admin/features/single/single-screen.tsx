import { Box } from "@mantine/core";
import { holdQuery } from "#web/admin/mail-kit/hold/hold.api.ts";
import { MailBanners } from "#web/admin/mail-kit/mail-banners.tsx";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { emailSettingsQuery } from "#web/admin/mail-kit/mail-settings.api.ts";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import type { PrefetchScreen } from "#web/admin/ui/prefetch.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { useEagerQuery } from "#web/admin/ui/use-eager-query.ts";
import { ShownError } from "#web/lib/api.ts";
import { ProviderHelp } from "./provider-help.tsx";
import { SingleForm } from "./single-form.tsx";
import { singleTexts } from "./single-texts.ts";

export const prefetch: PrefetchScreen = ({ prefetchQuery }) => {
  prefetchQuery(emailSettingsQuery);
  prefetchQuery(holdQuery);
};

export default function SingleScreen() {
  return (
    <>
      <ScreenHeader title="Envoyer un Email Individuel">
        Un message à une seule personne, envoyé tout de suite.
      </ScreenHeader>
      <MailBanners />
      <UnreadableSettings />
      <div className={mailClasses.split}>
        <SingleForm />
        <ProviderHelp />
      </div>
    </>
  );
}

/** Without them nobody can say whether a message would really leave. */
function UnreadableSettings() {
  const settings = useEagerQuery(emailSettingsQuery);
  if (!settings.isError) return null;
  return (
    <Box mb="md">
      <ErrorAlert
        error={new ShownError(singleTexts.settingsUnreadable)}
        onRetry={() => void settings.refetch()}
      />
    </Box>
  );
}
