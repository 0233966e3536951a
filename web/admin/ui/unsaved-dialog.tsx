import { Button, Text } from "@mantine/core";
import { AdminDialog } from "./admin-dialog.tsx";
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
    <AdminDialog
      title="Quitter sans enregistrer ?"
      size="md"
      open={asking}
      onClose={stay}
      actions={
        <>
          <Button variant="default" onClick={stay}>
            Continuer à modifier
          </Button>
          <Button
            color="red"
            onClick={() => {
              onLeave?.();
              leave();
            }}
          >
            Quitter sans enregistrer
          </Button>
        </>
      }
    >
      <Text>Vos dernières modifications ne sont pas enregistrées.</Text>
    </AdminDialog>
  );
}
