import { useQuery } from "@tanstack/react-query";
import { ErrorAlert } from "../shell/error-alert.tsx";
import { LoadingText } from "../shell/loading-text.tsx";
import { emailSettingsQuery } from "./email.api.ts";
import { emailTexts } from "./email-texts.ts";
import { SettingsForm } from "./settings-form.tsx";

export function SettingsTab() {
  const settings = useQuery(emailSettingsQuery);
  if (settings.data) return <SettingsForm settings={settings.data} />;
  if (settings.isPending) return <LoadingText>Chargement des paramètres…</LoadingText>;
  return <ErrorAlert error={new Error(emailTexts.loadFailed)} onRetry={() => void settings.refetch()} />;
}
