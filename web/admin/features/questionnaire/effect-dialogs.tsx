import { Alert, Stack, Text } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { questionMessages } from "#contract/questionnaire.schema.ts";
import { ConfirmDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { deactivationEffect } from "./answer-effects.ts";
import type { useQuestionDeletion } from "./question-deletion.tsx";
import type { useQuestionSwitch } from "./question-row.tsx";
import classes from "./questionnaire.module.css";
import { formatAnswers } from "./questions.api.ts";
import type { useSaveOnceKnown } from "./use-question-editor.ts";

/** Shows the effects of a change on the question's answers, with numbers. Screen readers announce each new sentence once. */
export function AnswerEffectsBox({ effects }: { effects: readonly string[] }) {
  return (
    <div role="status" aria-atomic="false">
      {effects.length > 0 && (
        <Alert
          role="group"
          mt="md"
          color="yellow"
          variant="light"
          icon={<IconInfoCircle aria-hidden />}
          title="Réponses déjà données"
        >
          <ul className={classes.effects}>
            {effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  );
}

type UnseenEffectsDialogProps = {
  saving: ReturnType<typeof useSaveOnceKnown>;
  /** Called when the admin returns to the form without saving. */
  onCancel: () => void;
};

/** Shows the effects on given answers when the admin saved before the figures were loaded. */
export function UnseenEffectsDialog({
  saving: { unseen, goOn, cancel },
  onCancel,
}: UnseenEffectsDialogProps) {
  return (
    <ConfirmDialog
      title="Enregistrer cette question ?"
      open={unseen.length > 0}
      onClose={() => {
        cancel();
        onCancel();
      }}
      confirm="Enregistrer"
      cancel="Continuer à modifier"
      onConfirm={goOn}
    >
      <Stack>
        {unseen.map((effect) => (
          <Text key={effect}>{effect}</Text>
        ))}
      </Stack>
    </ConfirmDialog>
  );
}

type SwitchOffDialogProps = { switching: ReturnType<typeof useQuestionSwitch> };

/** Explains, before a question with answers is switched off, what happens to them. */
export function SwitchOffDialog({ switching: { asked, cancel, confirm } }: SwitchOffDialogProps) {
  return (
    <ConfirmDialog
      title="Désactiver cette question ?"
      about={asked && `« ${asked.question} »`}
      open={asked !== null}
      onClose={cancel}
      confirm="Désactiver"
      onConfirm={() => asked && confirm(asked)}
    >
      {asked && <Text>{deactivationEffect(asked.answerCount)}</Text>}
    </ConfirmDialog>
  );
}

type DeleteQuestionDialogProps = { deletion: ReturnType<typeof useQuestionDeletion> };

/** Asks before a question is deleted. */
export function DeleteQuestionDialog({ deletion }: DeleteQuestionDialogProps) {
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
