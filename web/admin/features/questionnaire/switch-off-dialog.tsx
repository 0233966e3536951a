import { Text } from "@mantine/core";
import { ConfirmDialog } from "#web/admin/ui/confirm-dialog.tsx";
import { deactivationEffect } from "./answer-effects.ts";
import type { useQuestionSwitch } from "./use-question-switch.ts";

type Props = { switching: ReturnType<typeof useQuestionSwitch> };

/** Says what becomes of the answers before a question that has some is no longer asked. */
export function SwitchOffDialog({ switching: { asked, cancel, confirm } }: Props) {
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
