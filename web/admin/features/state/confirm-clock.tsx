import { Button, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconClockCheck } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { isConfirmationDeclined } from "#web/admin/ui/reauthentication.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { useConfirmClock } from "./clock.api.ts";

/** @param at what the server's clock shows */
export function ConfirmClock({ at }: { at: string }) {
  const [open, setOpen] = useState(false);
  const confirm = useConfirmClock();
  const close = () => {
    setOpen(false);
    confirm.reset();
  };
  const submit = () =>
    confirm.mutate(at, {
      onSuccess: () => {
        notifications.show({ color: "green", message: "Horloge confirmée. L’entretien reprend." });
        close();
      },
    });
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconClockCheck size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        L’horloge est juste
      </Button>
      <ConfirmDialog
        title="L’horloge est-elle juste ?"
        open={open}
        onClose={close}
        confirm="L’horloge est juste"
        danger
        pending={confirm.isPending}
        onConfirm={submit}
      >
        <Text mb="sm">
          Le serveur indique le <strong>{formatDateTime(at)}</strong>.
        </Text>
        <Text mb="sm">
          Si vous confirmez, tout ce qui est arrivé à échéance à cette date est supprimé aussitôt&nbsp;:
          inscriptions inactives, anciennes sauvegardes, journal. On ne peut pas revenir en arrière.
        </Text>
        {!isConfirmationDeclined(confirm.error) && (
          <ErrorAlert error={confirm.error} onClose={confirm.reset} />
        )}
      </ConfirmDialog>
    </>
  );
}
