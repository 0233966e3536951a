import { Button, Text } from "@mantine/core";
import { AdminDialog } from "./admin-dialog.tsx";
import { useUnsavedGuard } from "./use-unsaved-guard.ts";

type Props = { dirty: boolean; keys: readonly string[] };

export function UnsavedDialog({ dirty, keys }: Props) {
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
          <Button color="red" onClick={leave}>
            Quitter sans enregistrer
          </Button>
        </>
      }
    >
      <Text>Vos dernières modifications ne sont pas enregistrées.</Text>
    </AdminDialog>
  );
}
