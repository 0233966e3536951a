import { Alert, type AlertProps, Button } from "@mantine/core";
import { IconHandStop } from "@tabler/icons-react";
import { useState } from "react";
import type { MailHold } from "#contract/mail-hold.schema.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { useEagerQuery } from "#web/admin/ui/use-eager-query.ts";
import { formatCount, formatDateTime } from "#web/lib/format.ts";
import { holdQuery } from "./hold.api.ts";
import { HoldDialog } from "./hold-dialog.tsx";

/** After a restore: what is held, and for super administrators the way to end that. */
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
