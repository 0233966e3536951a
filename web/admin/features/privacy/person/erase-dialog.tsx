import { Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useErasePerson } from "#web/admin/features/privacy/privacy.api.ts";
import { ConfirmDialog } from "#web/admin/ui/confirm-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { isConfirmationDeclined } from "#web/admin/ui/reauthentication.ts";
import { formatCount } from "#web/lib/format.ts";

export function EraseDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const erase = useErasePerson((signups) =>
    notifications.show({
      message: `Données effacées\u00a0: ${formatCount(signups, "inscription")}, avec tout ce qui s’y rattache.`,
    }),
  );
  return (
    <ConfirmDialog
      title="Effacer les données de cette personne ?"
      open
      onClose={onClose}
      confirm="Effacer définitivement"
      danger
      pending={erase.isPending}
      onConfirm={() => erase.mutate(email)}
    >
      <Stack>
        <Text>
          Inscriptions, réponses, consentements et e-mails en attente de <bdi>{email}</bdi> disparaissent, et
          son nom, son adresse et les textes des messages déjà envoyés. On ne peut pas revenir en arrière.
        </Text>
        <Text c="dimmed" size="sm">
          Il ne reste qu’une empreinte chiffrée de l’adresse, pour ne plus lui écrire par erreur.
        </Text>
        {!isConfirmationDeclined(erase.error) && <ErrorAlert error={erase.error} />}
      </Stack>
    </ConfirmDialog>
  );
}
