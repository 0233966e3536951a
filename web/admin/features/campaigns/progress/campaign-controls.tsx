import { Button, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { type Campaign, countWaiting } from "#contract/campaigns.schema.ts";
import { hasEnded } from "#web/admin/features/campaigns/campaign-state.ts";
import { useControlCampaign } from "#web/admin/features/campaigns/campaigns.api.ts";
import { ConfirmDialog } from "#web/admin/ui/confirm-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { formatCount } from "#web/lib/format.ts";

type Props = { campaign: Campaign; onClose: () => void };

export function CampaignControls({ campaign, onClose }: Props) {
  const control = useControlCampaign(campaign.id);
  const [asking, question] = useDisclosure(false);
  // It would go on by itself: until somebody says otherwise, or at once.
  const waits = campaign.status === "paused" && campaign.nextAttemptAt !== null;
  const cancel = () => control.mutate("cancel", { onSettled: question.close });
  if (hasEnded(campaign)) {
    return (
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Fermer
        </Button>
      </Group>
    );
  }
  return (
    <>
      <ErrorAlert error={control.error} onClose={control.reset} />
      <Group justify="flex-end">
        <Button variant="subtle" color="red" disabled={control.isPending} onClick={question.open}>
          Annuler l’envoi
        </Button>
        {(campaign.status === "running" || waits) && (
          <Button
            variant="default"
            leftSection={<IconPlayerPause size={16} aria-hidden />}
            disabled={control.isPending}
            onClick={() => control.mutate("pause")}
          >
            {waits ? "Rester en pause" : "Mettre en pause"}
          </Button>
        )}
        {campaign.status === "paused" && (
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            disabled={control.isPending}
            onClick={() => control.mutate("resume")}
          >
            {waits ? "Réessayer maintenant" : "Reprendre"}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        title="Annuler cet envoi ?"
        open={asking}
        onClose={question.close}
        confirm="Annuler l’envoi"
        cancel="Continuer l’envoi"
        danger
        pending={control.isPending}
        onConfirm={cancel}
      >
        <Text>{cancelWarning(campaign)}</Text>
      </ConfirmDialog>
    </>
  );
}

function cancelWarning(campaign: Campaign): string {
  if (campaign.status === "scheduled") return "Aucun e-mail ne partira. On ne peut pas revenir en arrière.";
  const left = formatCount(countWaiting(campaign), "e-mail");
  return `Il reste ${left} à envoyer : ils ne partiront pas. On ne peut pas revenir en arrière.`;
}
