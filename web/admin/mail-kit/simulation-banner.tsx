import { Alert } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useEagerQuery } from "#web/admin/ui/use-eager-query.ts";
import { emailSettingsQuery } from "./mail-settings.api.ts";

/** Blue, wherever mail is written, as long as none leaves. */
export function SimulationBanner() {
  const { data } = useEagerQuery(emailSettingsQuery);
  if (!data?.simulationMode) return null;
  return (
    <Alert
      role="status"
      color="blue"
      variant="light"
      mb="md"
      icon={<IconInfoCircle aria-hidden />}
      title="Mode simulation activé"
    >
      Les e-mails sont enregistrés dans le journal comme envoyés, mais aucun e-mail réel ne part.
    </Alert>
  );
}
