import { Button, Group } from "@mantine/core";
import { IconListDetails } from "@tabler/icons-react";
import { EmptyState } from "#web/admin/ui/empty-state.tsx";
import { StartFromSample } from "./start-from-sample.tsx";

type Props = {
  /** There are questions, but none for the chosen filter. */
  filtered: boolean;
  onAdd: () => void;
  onReset: () => void;
};

export function NoQuestions({ filtered, onAdd, onReset }: Props) {
  if (filtered) {
    return (
      <EmptyState
        icon={IconListDetails}
        title="Aucune question pour ce public"
        action={
          <Button variant="default" onClick={onReset}>
            Voir toutes les questions
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={IconListDetails}
      title="Aucune question pour le moment"
      action={
        <Group justify="center">
          <Button variant="default" onClick={onAdd}>
            Créer la première question
          </Button>
          <StartFromSample />
        </Group>
      }
    >
      Sans question, le formulaire ne demande que l’identité du visiteur.
    </EmptyState>
  );
}
