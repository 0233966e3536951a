import { Stack, Text } from "@mantine/core";
import { ConfirmDialog } from "#web/admin/ui/confirm-dialog.tsx";
import type { useSaveOnceKnown } from "./use-save-once-known.ts";

type Props = {
  saving: ReturnType<typeof useSaveOnceKnown>;
  /** Nothing is saved yet: the form has the word again. */
  onCancel: () => void;
};

/** Says what a change does to given answers when it was saved faster than that could be read. */
export function UnsaidEffectsDialog({ saving: { unsaid, goOn, cancel }, onCancel }: Props) {
  return (
    <ConfirmDialog
      title="Enregistrer cette question ?"
      open={unsaid.length > 0}
      onClose={() => {
        cancel();
        onCancel();
      }}
      confirm="Enregistrer"
      cancel="Continuer à modifier"
      onConfirm={goOn}
    >
      <Stack>
        {unsaid.map((effect) => (
          <Text key={effect}>{effect}</Text>
        ))}
      </Stack>
    </ConfirmDialog>
  );
}
