import { Button, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Audience } from "#contract/audience.ts";
import { useDeleteSignup } from "#web/admin/screens/signups/signups.api.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";

type Props = {
  audience: Audience;
  /** Null: closed. */
  id: string | null;
  onCancel: () => void;
  onDeleted: () => void;
};

export function DeleteDialog({ audience, id, onCancel, onDeleted }: Props) {
  const remove = useDeleteSignup(audience);
  const cancel = () => {
    remove.reset();
    onCancel();
  };
  const confirm = () => {
    if (id === null) return;
    remove.mutate(id, {
      onSuccess: () => {
        notifications.show({ message: "L’inscription est supprimée." });
        onDeleted();
      },
    });
  };
  return (
    <AdminDialog
      title="Supprimer cette inscription ?"
      size="md"
      open={id !== null}
      onClose={cancel}
      actions={
        <>
          <Button variant="default" onClick={cancel}>
            Annuler
          </Button>
          <Button color="red" loading={remove.isPending} onClick={confirm}>
            Supprimer
          </Button>
        </>
      }
    >
      <Stack>
        <Text>
          L’inscription et ses réponses disparaissent pour de bon, aussi des statistiques. On ne peut pas
          revenir en arrière.
        </Text>
        <ErrorAlert error={remove.error} fallback="Erreur lors de la suppression de l'inscription" />
      </Stack>
    </AdminDialog>
  );
}
