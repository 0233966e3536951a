import { Button, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconTrash } from "@tabler/icons-react";
import type { EmailTemplate } from "#contract/email.schema.ts";
import { ConfirmDialog } from "#web/admin/ui/confirm-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { useDeleteTemplate } from "./templates.api.ts";

type Props = Pick<EmailTemplate, "id" | "name"> & { onDeleted: () => void };

/** Asks first: its versions go with it. */
export function DeleteTemplate({ id, name, onDeleted }: Props) {
  const [asking, question] = useDisclosure(false);
  const remove = useDeleteTemplate(id, onDeleted);
  return (
    <>
      <Button
        variant="default"
        c="red"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={question.open}
      >
        Supprimer
      </Button>
      <ConfirmDialog
        title="Supprimer ce modèle ?"
        open={asking}
        onClose={question.close}
        confirm="Supprimer le modèle"
        cancel="Garder le modèle"
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        <Stack>
          <Text>
            « {name} » et son historique seront supprimés. Les e-mails déjà envoyés et les envois en
            préparation gardent leur texte.
          </Text>
          <ErrorAlert error={remove.error} fallback="Le modèle n’a pas pu être supprimé." />
        </Stack>
      </ConfirmDialog>
    </>
  );
}
