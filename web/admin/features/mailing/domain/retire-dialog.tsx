import { Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { DkimKey } from "#contract/email-domain.schema.ts";
import { dkimRetiringDays } from "#contract/email-domain.ts";
import { ConfirmDialog } from "#web/admin/ui/confirm-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { isConfirmationDeclined } from "#web/admin/ui/reauthentication.ts";
import { useRetireKey } from "./domain.api.ts";

type Props = {
  /** The last one that somebody asked to retire. */
  item: DkimKey | null;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
};

export function RetireDialog({ item, open, onClose, onDone }: Props) {
  const retire = useRetireKey();
  const selector = item?.selector ?? "";
  const signs = item?.state === "active";
  const submit = () =>
    retire.mutate(selector, {
      onSuccess: () => {
        notifications.show({ color: "green", message: signs ? "Clé retirée" : "Clé supprimée" });
        onClose();
        onDone();
      },
    });
  return (
    <ConfirmDialog
      open={open}
      title={signs ? "Retirer cette clé ?" : "Supprimer cette clé ?"}
      onClose={onClose}
      confirm={signs ? "Retirer" : "Supprimer"}
      danger
      pending={retire.isPending}
      onConfirm={submit}
    >
      <Stack>
        {!isConfirmationDeclined(retire.error) && <ErrorAlert error={retire.error} onClose={retire.reset} />}
        <Text>
          {signs
            ? `Les messages ne seront plus signés par Tenue dès maintenant. Laissez l’enregistrement de ${selector} dans le DNS encore ${dkimRetiringDays} jours. Pour changer de clé sans interruption, créez plutôt la suivante : elle prendra sa place.`
            : `La clé ${selector} n’a encore rien signé. Son enregistrement, s’il est publié, ne servira plus.`}
        </Text>
      </Stack>
    </ConfirmDialog>
  );
}
