import { Button, Stack, Text } from "@mantine/core";
import { campaignKindLabels } from "#contract/email.ts";
import { audienceText } from "#web/admin/screens/campaigns/campaign-texts.ts";
import { formatParis, parisInstant } from "#web/admin/screens/campaigns/paris-time.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { formatCount } from "#web/lib/format.ts";
import type { CampaignValues } from "./campaign-values.ts";

type Props = {
  open: boolean;
  values: CampaignValues;
  count: number | undefined;
  onCancel: () => void;
  onConfirm: () => void;
};

/** Mail that has left cannot be called back: the count is shown once more. */
export function ConfirmSend({ open, values, count, onCancel, onConfirm }: Props) {
  const { kind, reason, recipientType, statusFilter, subject, later, scheduledAt } = values;
  const instant = later ? parisInstant(scheduledAt) : null;
  const people = count === undefined ? "ces destinataires" : formatCount(count, "destinataire");
  return (
    <AdminDialog
      title={instant ? "Programmer cet envoi ?" : "Envoyer cet email ?"}
      size="md"
      open={open}
      onClose={onCancel}
      actions={
        <>
          <Button variant="default" onClick={onCancel}>
            Revenir au message
          </Button>
          <Button onClick={onConfirm}>{instant ? "Programmer l'envoi" : `Envoyer à ${people}`}</Button>
        </>
      }
    >
      <Stack gap="xs">
        <Text fw={600}>« {subject.trim()} »</Text>
        <Text size="sm">
          {campaignKindLabels[kind]}
          {kind === "service" && ` : ${reason.trim()}`}
        </Text>
        {instant ? (
          <Text>
            L’email partira le {formatParis(instant)} (heure de Paris), à ceux qui correspondront alors aux
            filtres : {people} aujourd’hui ({audienceText(recipientType, statusFilter)}).
          </Text>
        ) : (
          <Text>
            L’email part réellement, à {people} ({audienceText(recipientType, statusFilter)}). Un email parti
            ne se rappelle pas.
          </Text>
        )}
      </Stack>
    </AdminDialog>
  );
}
