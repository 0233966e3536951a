import { Badge, Button, Card, Group, Text, Title } from "@mantine/core";
import { IconLink, IconTrash } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import type { Admin } from "#contract/admins.schema.ts";
import { adminMessages } from "#contract/admins.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { rowId } from "#web/admin/ui/focus.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { formatDate } from "#web/lib/format.ts";
import classes from "./admins.module.css";

type AdminListProps = {
  admins: Admin[];
  /** The id of the admin who is being deleted. */
  deletingId: string | null;
  renewingId: string | null;
  /** The id of the admin in the page's address. */
  namedId: string | null;
  onDelete: (admin: Admin) => void;
  onRenew: (admin: Admin) => void;
};

export function AdminList({ admins, deletingId, renewingId, namedId, onDelete, onRenew }: AdminListProps) {
  const current = useCurrentAdmin();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Card withBorder component="section" aria-labelledby="admin-list-title">
      <Title order={2} id="admin-list-title" ref={heading} tabIndex={-1}>
        Administrateurs ({admins.length})
      </Title>
      <ul className={classes.list}>
        {admins.map((admin) => (
          <AdminRow
            key={admin.id}
            admin={admin}
            isNamed={admin.id === namedId}
            isSelf={admin.id === current.id}
            deleting={admin.id === deletingId}
            renewing={admin.id === renewingId}
            onDelete={() => {
              // The row disappears with its buttons: the list's heading takes the focus.
              heading.current?.focus();
              onDelete(admin);
            }}
            onRenew={() => onRenew(admin)}
          />
        ))}
      </ul>
    </Card>
  );
}

type AdminRowProps = {
  admin: Admin;
  /** True when the page's address contains the id of this account. */
  isNamed: boolean;
  isSelf: boolean;
  deleting: boolean;
  renewing: boolean;
  onDelete: () => void;
  onRenew: () => void;
};

function AdminRow({ admin, isNamed, isSelf, deleting, renewing, onDelete, onRenew }: AdminRowProps) {
  const [asking, setAsking] = useState(false);
  const deleteButton = useRef<HTMLButtonElement>(null);
  const refused = useRef(false);
  // The question replaced the delete button. After the answer "Non" the button is back and takes the focus.
  useEffect(() => {
    if (refused.current && !asking) deleteButton.current?.focus();
    refused.current = false;
  }, [asking]);
  return (
    <li id={rowId(admin.id)} tabIndex={-1} className={classes.row} data-named={isNamed || undefined}>
      <AdminFacts admin={admin} isSelf={isSelf} />
      <Group gap="xs" className={classes.actions ?? ""}>
        {asking ? (
          <ConfirmDeletion
            email={admin.email}
            onConfirm={() => {
              setAsking(false);
              onDelete();
            }}
            onCancel={() => {
              refused.current = true;
              setAsking(false);
            }}
          />
        ) : (
          <>
            <SavingButton
              size="xs"
              variant="default"
              leftSection={<IconLink size={16} aria-hidden />}
              aria-label={`Nouveau lien d’activation pour ${admin.email}`}
              loading={renewing}
              onClick={onRenew}
            >
              Nouveau lien
            </SavingButton>
            <SavingButton
              ref={deleteButton}
              size="xs"
              variant="light"
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              aria-label={`Supprimer ${admin.email}`}
              disabled={isSelf}
              title={isSelf ? adminMessages.ownAccount : undefined}
              loading={deleting}
              onClick={() => setAsking(true)}
            >
              Supprimer
            </SavingButton>
          </>
        )}
      </Group>
    </li>
  );
}

function AdminFacts({ admin, isSelf }: { admin: Admin; isSelf: boolean }) {
  return (
    <div className={classes.facts}>
      <Group gap="xs">
        <Text className={classes.email ?? ""}>{admin.email}</Text>
        {admin.isSuperAdmin && <Badge variant="light">Super Admin</Badge>}
        {isSelf && (
          <Badge variant="light" color="blue">
            Vous
          </Badge>
        )}
        {admin.activatedAt === null && (
          <Badge variant="light" color="yellow">
            En attente d’activation
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        Depuis le {formatDate(admin.createdAt)}
        {isSelf && ` · ${adminMessages.ownAccount}`}
      </Text>
    </div>
  );
}

type ConfirmDeletionProps = { email: string; onConfirm: () => void; onCancel: () => void };

/** Asks for confirmation inside the row. "Non" has the focus, and Escape means "Non". */
function ConfirmDeletion({ email, onConfirm, onCancel }: ConfirmDeletionProps) {
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => no.current?.focus(), []);
  return (
    <Group
      component="fieldset"
      gap="xs"
      bd={0}
      m={0}
      p={0}
      aria-label={`Supprimer ${email} ?`}
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel();
      }}
    >
      <Text size="sm">Confirmer ?</Text>
      <Button size="xs" color="red" onClick={onConfirm}>
        Oui
      </Button>
      <Button ref={no} size="xs" variant="default" onClick={onCancel}>
        Non
      </Button>
    </Group>
  );
}
