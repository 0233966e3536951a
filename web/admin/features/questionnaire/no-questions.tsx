import { Button, Group } from "@mantine/core";
import { IconListDetails, IconSparkles } from "@tabler/icons-react";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { EmptyState, ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { focusHeading } from "#web/admin/ui/focus.ts";
import { useStartFromSample } from "./questions.api.ts";

type NoQuestionsProps = {
  /** There are questions, but none for the chosen filter. */
  filtered: boolean;
  onAdd: () => void;
  onReset: () => void;
};

export function NoQuestions({ filtered, onAdd, onReset }: NoQuestionsProps) {
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

/** Fills the empty questionnaire with sample questions, which can then be edited. */
function StartFromSample() {
  const start = useStartFromSample(focusHeading);
  return (
    <>
      <SavingButton
        leftSection={<IconSparkles size={18} aria-hidden />}
        loading={start.isPending}
        onClick={() => start.mutate()}
      >
        Partir d’un exemple
      </SavingButton>
      <ErrorAlert error={start.error} onClose={start.reset} />
    </>
  );
}
