import { Button, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type AdminQuestion, questionMessages } from "#contract/questionnaire.schema.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { formatAnswers } from "./question-texts.ts";
import { useDeleteQuestion } from "./questions.api.ts";

type Props = {
  /** Null: closed. */
  question: AdminQuestion | null;
  onCancel: () => void;
  onDeleted: () => void;
};

export function DeleteQuestionDialog({ question, onCancel, onDeleted }: Props) {
  const remove = useDeleteQuestion();
  const cancel = () => {
    remove.reset();
    onCancel();
  };
  const confirm = () => {
    if (!question) return;
    remove.mutate(question.id, {
      onSuccess: () => {
        notifications.show({ message: "La question est supprimée." });
        onDeleted();
      },
    });
  };
  return (
    <AdminDialog
      title="Supprimer cette question ?"
      size="md"
      open={question !== null}
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
        {question && <Text fw={600}>« {question.question} »</Text>}
        <Text>{question && lossWarning(question.answerCount)}</Text>
        <ErrorAlert error={remove.error} prefix={questionMessages.deleteFailed} />
      </Stack>
    </AdminDialog>
  );
}

function lossWarning(answers: number): string {
  if (answers === 0) return "Toutes les réponses liées seront perdues. Pour l’instant, il n’y en a aucune.";
  return `Toutes les réponses liées seront perdues : ${formatAnswers(answers)}. On ne peut pas revenir en arrière.`;
}
