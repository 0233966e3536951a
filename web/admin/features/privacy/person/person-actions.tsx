import { Button, Group, Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDownload, IconHandStop, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import type { PersonalDataReport } from "#contract/privacy.schema.ts";
import { useExportPerson, useLimitPerson } from "#web/admin/features/privacy/privacy.api.ts";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { isConfirmationDeclined } from "#web/admin/ui/reauthentication.ts";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { EraseDialog } from "./erase-dialog.tsx";

type Props = { email: string; report: PersonalDataReport };

export function PersonActions({ email, report }: Props) {
  const copy = useExportPerson();
  const limit = useLimitPerson(!report.isLimited);
  const [erases, setErases] = useState(false);
  const failure = [copy.error, limit.error].find((error) => error && !isConfirmationDeclined(error));
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <SavingButton
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={copy.isPending}
          onClick={() => copy.mutate(email)}
        >
          Exporter
        </SavingButton>
        <SavingButton
          variant="default"
          leftSection={
            report.isLimited ? (
              <IconPlayerPlay size={16} aria-hidden />
            ) : (
              <IconHandStop size={16} aria-hidden />
            )
          }
          loading={limit.isPending}
          onClick={() =>
            limit.mutate(email, {
              onSuccess: () => notifications.show({ message: limitedTexts(!report.isLimited) }),
            })
          }
        >
          {report.isLimited ? "Lever la limitation" : "Limiter"}
        </SavingButton>
        <Button
          color="red"
          variant="light"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setErases(true)}
        >
          Effacer
        </Button>
      </Group>
      <ErrorAlert error={failure} />
      {erases && <EraseDialog email={email} onClose={() => setErases(false)} />}
    </Stack>
  );
}

function limitedTexts(limited: boolean): string {
  return limited
    ? "Traitement limité : les données restent, sans décision ni e-mail."
    : "La limitation est levée.";
}
