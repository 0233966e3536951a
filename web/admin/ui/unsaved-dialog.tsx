import { Text } from "@mantine/core";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { useUnsavedGuard } from "./use-unsaved-guard.ts";

type Props = {
  dirty: boolean;
  keys: readonly string[];
  /** They go without saving: what is kept of it elsewhere may go, too. */
  onLeave?: () => void;
};

export function UnsavedDialog({ dirty, keys, onLeave }: Props) {
  const { asking, leave, stay } = useUnsavedGuard(dirty, keys);
  return (
    <ConfirmDialog
      title="Quitter sans enregistrer ?"
      open={asking}
      onClose={stay}
      confirm="Quitter sans enregistrer"
      cancel="Continuer à modifier"
      danger
      onConfirm={() => {
        onLeave?.();
        leave();
      }}
    >
      <Text>Vos dernières modifications ne sont pas enregistrées.</Text>
    </ConfirmDialog>
  );
}
