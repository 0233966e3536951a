import { Box } from "@mantine/core";
import { MailBanners } from "#web/admin/mail-kit/mail-banners.tsx";
import { emailSettingsQuery, holdQuery } from "#web/admin/mail-kit/mail-kit.api.ts";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { type PrefetchScreen, useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { ShownError } from "#web/lib/api.ts";
import { ProviderHelp } from "./single-content.tsx";
import { SingleForm } from "./single-form.tsx";
import { singleTexts } from "./use-single-form.ts";

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

/** They decide whether a message would really leave. */
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
