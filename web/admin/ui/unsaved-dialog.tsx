import { Text } from "@mantine/core";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { useUnsavedGuard } from "./use-unsaved-guard.ts";

type Props = {
  dirty: boolean;
  keys: readonly string[];
  /** They go without saving: what is kept of it elsewhere may go, too. */
  onLeave?: () => void;
};

/** For a form that only a change of address takes away. */
export function UnsavedDialog({ dirty, keys, onLeave }: Props) {
  const guard = useUnsavedGuard(dirty, keys);
  return (
    <LeaveDialog
      {...guard}
      leave={() => {
        onLeave?.();
        guard.leave();
      }}
    />
  );
}

type LeaveProps = Pick<ReturnType<typeof useUnsavedGuard>, "asking" | "leave" | "stay">;

/** What a guard asks. */
export function LeaveDialog({ asking, leave, stay }: LeaveProps) {
  return (
    <ConfirmDialog
      title="Quitter sans enregistrer ?"
      open={asking}
      onClose={stay}
      confirm="Quitter sans enregistrer"
      cancel="Continuer à modifier"
      danger
      onConfirm={leave}
    >
      <Text>Vos dernières modifications ne sont pas enregistrées.</Text>
    </ConfirmDialog>
  );
}
