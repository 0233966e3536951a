import { mailingTexts } from "#web/admin/features/mailing/mailing-texts.ts";
import { emailSettingsQuery } from "#web/admin/mail-kit/mail-settings.api.ts";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { LoadingText } from "#web/admin/ui/loading-text.tsx";
import { useEagerQuery } from "#web/admin/ui/use-eager-query.ts";
import { ShownError } from "#web/lib/api.ts";
import { SettingsForm } from "./settings-form.tsx";

export function SettingsTab() {
  const settings = useEagerQuery(emailSettingsQuery);
  if (settings.data) return <SettingsForm settings={settings.data} />;
  if (settings.isPending) return <LoadingText>Chargement des paramètres…</LoadingText>;
  return (
    <ErrorAlert error={new ShownError(mailingTexts.loadFailed)} onRetry={() => void settings.refetch()} />
  );
}
