import { Alert, type AlertProps, Button, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconHandStop, IconInfoCircle } from "@tabler/icons-react";
import { useState } from "react";
import type { MailHold } from "#contract/mail-hold.schema.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { isConfirmationDeclined } from "#web/admin/ui/reauthentication.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { formatCount, formatDateTime } from "#web/lib/format.ts";
import { emailSettingsQuery, holdQuery, useEndHold } from "./mail-kit.api.ts";

/** Shows, on every screen that writes mail, why no mail is sent. */
export function MailBanners() {
  return (
    <>
      <HoldBanner mb="md" />
      <SimulationBanner />
    </>
  );
}

/** Shown on every screen that writes mail while simulation is on. */
function SimulationBanner() {
  const { data } = useEagerQuery(emailSettingsQuery);
  if (!data?.simulationMode) return null;
  return (
    <Alert
      role="status"
      color="blue"
      variant="light"
      mb="md"
      icon={<IconInfoCircle aria-hidden />}
      title="Mode simulation activé"
    >
      Les <Unbroken>e-mails</Unbroken> sont enregistrés dans le journal comme envoyés, mais aucun{" "}
      <Unbroken>e-mail</Unbroken> réel ne part.
    </Alert>
  );
}

/** A word without a line break after its hyphen. */
function Unbroken({ children }: { children: string }) {
  return <span style={{ whiteSpace: "nowrap" }}>{children}</span>;
}

/** Shows the held messages after a restore, and for super administrators a button that ends the hold. */
export function HoldBanner(props: Pick<AlertProps, "mb">) {
  const { data } = useEagerQuery(holdQuery);
  const { isSuperAdmin } = useCurrentAdmin();
  const [open, setOpen] = useState(false);
  const hold = data?.hold;
  if (!hold) return null;
  return (
    <Alert
      role="status"
      color="yellow"
      variant="light"
      icon={<IconHandStop aria-hidden />}
      title="Aucun e-mail ne part"
      {...props}
    >
      {describeHold(hold)} {!isSuperAdmin && "Un super administrateur doit décider de ce qui attend."}
      {isSuperAdmin && (
        <Button variant="default" size="xs" mt="xs" display="block" onClick={() => setOpen(true)}>
          Décider de ce qui attend
        </Button>
      )}
      <HoldDialog hold={hold} open={open} onClose={() => setOpen(false)} />
    </Alert>
  );
}

function describeHold({ since, backupMadeAt, waiting }: NonNullable<MailHold["hold"]>): string {
  const backup =
    backupMadeAt === null ? "Une sauvegarde" : `La sauvegarde du ${formatDateTime(backupMadeAt)}`;
  const waits = formatCount(waiting, "e-mail attend", "e-mails attendent");
  return `${backup} a été restaurée le ${formatDateTime(since)}. Ce qui est parti entre les deux n’est pas connu ici\u00a0: ${waits}, et certains ont peut-être déjà été reçus.`;
}

type HoldDialogProps = { hold: NonNullable<MailHold["hold"]>; open: boolean; onClose: () => void };

const done = {
  send: "Les envois reprennent.",
  cancel: "Ce qui attendait est annulé. Les envois reprennent.",
};

/** The two ways to end the hold, with their consequences. */
function HoldDialog({ hold, open, onClose }: HoldDialogProps) {
  const end = useEndHold((waiting) => {
    notifications.show({ color: "green", message: done[waiting] });
    onClose();
  });
  const choice = (waiting: "send" | "cancel") => ({
    loading: end.isPending && end.variables === waiting,
    disabled: end.isPending && end.variables !== waiting,
    onClick: () => end.mutate(waiting),
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
