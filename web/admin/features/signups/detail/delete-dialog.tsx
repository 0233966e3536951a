import { Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Audience } from "#contract/audience.ts";
import type { SignupSummary } from "#contract/signup.schema.ts";
import { spokenName } from "#web/admin/features/signups/names.ts";
import { useDeleteSignup } from "#web/admin/features/signups/signups.api.ts";
import { ConfirmDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import classes from "./detail.module.css";

type Props = {
  audience: Audience;
  /** Null: closed. */
  signup: SignupSummary | null;
  onCancel: () => void;
  onDeleted: () => void;
};

export function DeleteDialog({ audience, signup, onCancel, onDeleted }: Props) {
  const remove = useDeleteSignup(audience);
  const cancel = () => {
    remove.reset();
    onCancel();
  };
  const confirm = () => {
    if (signup === null) return;
    remove.mutate(signup.id, {
      onSuccess: () => {
        notifications.show({ message: `L’inscription de ${spokenName(audience, signup)} est supprimée.` });
        onDeleted();
      },
    });
  };
  return (
    <ConfirmDialog
      title="Supprimer cette inscription ?"
      open={signup !== null}
      onClose={cancel}
      confirm="Supprimer"
      danger
      pending={remove.isPending}
      onConfirm={confirm}
    >
      <Stack>
        <Text>
          L’inscription de {signup && <bdi className={classes.person}>{spokenName(audience, signup)}</bdi>} et
          ses réponses disparaissent pour de bon, aussi des statistiques. On ne peut pas revenir en arrière.
        </Text>
        <ErrorAlert error={remove.error} fallback="Erreur lors de la suppression de l'inscription" />
      </Stack>
    </ConfirmDialog>
  );
}
