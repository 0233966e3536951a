import { Button, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { MailHold } from "#contract/mail-hold.schema.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { isConfirmationDeclined } from "#web/admin/ui/reauthentication.ts";
import { formatCount } from "#web/lib/format.ts";
import { useEndHold } from "./hold.api.ts";

type Props = { hold: NonNullable<MailHold["hold"]>; open: boolean; onClose: () => void };

const done = {
  send: "Les envois reprennent.",
  cancel: "Ce qui attendait est annulé. Les envois reprennent.",
};

/** The two ways to end the hold, and what each of them means. */
export function HoldDialog({ hold, open, onClose }: Props) {
  const end = useEndHold();
  const decide = (waiting: "send" | "cancel") =>
    end.mutate(waiting, {
      onSuccess: () => {
        notifications.show({ color: "green", message: done[waiting] });
        onClose();
      },
    });
  const choice = (waiting: "send" | "cancel") => ({
    loading: end.isPending && end.variables === waiting,
    disabled: end.isPending && end.variables !== waiting,
    onClick: () => decide(waiting),
  });
  return (
    <AdminDialog
      title="Que deviennent les e-mails en attente ?"
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" {...choice("send")}>
            Envoyer ce qui attend
          </Button>
          <Button color="red" {...choice("cancel")}>
            Annuler ce qui attend
          </Button>
        </>
      }
    >
      <Text mb="sm">
        {formatCount(hold.waiting, "e-mail attend", "e-mails attendent")} depuis la sauvegarde. Les e-mails
        écrits depuis la restauration partiront dans les deux cas.
      </Text>
      <Text mb="sm">
        <strong>Annuler</strong>&nbsp;: personne ne reçoit deux fois le même message. Les envois en masse
        commencés ou échus sont annulés, et ceux qui n’avaient rien reçu ne recevront rien.
      </Text>
      <Text mb="sm">
        <strong>Envoyer</strong>&nbsp;: personne n’est oublié, mais ceux qui ont reçu leur message après la
        sauvegarde le reçoivent une seconde fois. Les envois en masse suspendus restent en pause jusqu’à ce
        que vous les repreniez.
      </Text>
      {!isConfirmationDeclined(end.error) && <ErrorAlert error={end.error} onClose={end.reset} />}
    </AdminDialog>
  );
}
