import { Stack, Text } from "@mantine/core";
import { questionMessages } from "#contract/questionnaire.schema.ts";
import { ConfirmDialog } from "#web/admin/ui/confirm-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { formatAnswers } from "./question-texts.ts";
import type { useQuestionDeletion } from "./use-question-deletion.ts";

type Props = { deletion: ReturnType<typeof useQuestionDeletion> };

/** Asks before a question goes that sign-ups hold answers to. */
export function DeleteQuestionDialog({ deletion }: Props) {
  const { asked, remove, cancel, confirm } = deletion;
  return (
    <ConfirmDialog
      title="Supprimer cette question ?"
      about={asked && `« ${asked.question} »`}
      open={asked !== null}
      onClose={cancel}
      confirm="Supprimer"
      danger
      pending={remove.isPending}
      onConfirm={() => asked && confirm(asked)}
    >
      <Stack>
        {asked && (
          <Text>
            Toutes les réponses liées seront perdues : {formatAnswers(asked.answerCount)}. Vous pourrez
            annuler pendant 30 secondes ; ensuite, on ne peut plus revenir en arrière.
          </Text>
        )}
        <ErrorAlert error={remove.error} prefix={questionMessages.deleteFailed} />
      </Stack>
    </ConfirmDialog>
  );
}
