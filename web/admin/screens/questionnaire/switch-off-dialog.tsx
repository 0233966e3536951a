import { Button, Stack, Text } from "@mantine/core";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { deactivationEffect } from "./answer-effects.ts";
import type { useQuestionSwitch } from "./use-question-switch.ts";

type Props = { switching: ReturnType<typeof useQuestionSwitch> };

/** Says what becomes of the answers before a question that has some is no longer asked. */
export function SwitchOffDialog({ switching: { asked, cancel, confirm } }: Props) {
  return (
    <AdminDialog
      title="Désactiver cette question ?"
      size="md"
      open={asked !== null}
      onClose={cancel}
      actions={
        <>
          <Button variant="default" onClick={cancel}>
            Annuler
          </Button>
          <Button onClick={() => asked && confirm(asked)}>Désactiver</Button>
        </>
      }
    >
      {asked && (
        <Stack>
          <Text fw={600}>« {asked.question} »</Text>
          <Text>{deactivationEffect(asked.answerCount)}</Text>
        </Stack>
      )}
    </AdminDialog>
  );
}
