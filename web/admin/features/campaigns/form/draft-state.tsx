import { Button, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconTrash } from "@tabler/icons-react";
import { useDeleteDraft } from "#web/admin/features/campaigns/campaigns.api.ts";
import { ConfirmDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { isStale } from "#web/admin/ui/versions/use-versioned-form.ts";
import { failureMessage } from "#web/lib/api.ts";
import { formatTime } from "#web/lib/format.ts";
import type { SavingState, useDraftSaving } from "./use-draft-saving.ts";

type Props = {
  saving: Pick<ReturnType<typeof useDraftSaving>, "state" | "keptId">;
  /** The tab keeps nothing of it any more. */
  onForget: () => void;
  onDeleted: () => void;
};

/** Whether what is written is safe, and the way to be rid of it. */
export function DraftState({ saving, onForget, onDeleted }: Props) {
  const id = saving.keptId();
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed" role="status" className="tabular">
        {stateText(saving.state)}
      </Text>
      {id !== "" && (
        <DeleteDraft
          id={id}
          onDeleted={() => {
            onForget();
            onDeleted();
          }}
        />
      )}
    </Group>
  );
}

function stateText(state: SavingState): string {
  switch (state.type) {
    case "none":
      return "";
    case "saving":
      return "Enregistrement…";
    case "saved":
      return `Brouillon enregistré à ${formatTime(state.at)}`;
    case "failed":
      return isStale(state.error)
        ? "Non enregistré : modifié entre-temps"
        : `Non enregistré, gardé dans cet onglet : ${failureMessage(state.error)}`;
  }
}

function DeleteDraft({ id, onDeleted }: { id: string; onDeleted: () => void }) {
  const [asking, question] = useDisclosure(false);
  const deletion = useDeleteDraft(id);
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="xs"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={question.open}
      >
        Supprimer le brouillon
      </Button>
      <ConfirmDialog
        title="Supprimer ce brouillon ?"
        open={asking}
        onClose={question.close}
        confirm="Supprimer"
        cancel="Garder le brouillon"
        danger
        pending={deletion.isPending}
        onConfirm={() => deletion.mutate(undefined, { onSuccess: onDeleted })}
      >
        <Text>Il disparaît pour tous les administrateurs. On ne peut pas revenir en arrière.</Text>
        <ErrorAlert error={deletion.error} />
      </ConfirmDialog>
    </>
  );
}
