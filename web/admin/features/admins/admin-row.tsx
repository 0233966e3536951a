import { Badge, Group, Text } from "@mantine/core";
import { IconLink, IconTrash } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import type { Admin } from "#contract/admins.schema.ts";
import { adminMessages } from "#contract/admins.ts";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { rowId } from "#web/admin/ui/use-named-row.ts";
import { formatDate } from "#web/lib/format.ts";
import classes from "./admins.module.css";
import { ConfirmDeletion } from "./confirm-deletion.tsx";

type Props = {
  admin: Admin;
  /** The address names this account. */
  isNamed: boolean;
  isSelf: boolean;
  deleting: boolean;
  renewing: boolean;
  onDelete: () => void;
  onRenew: () => void;
};

export function AdminRow({ admin, isNamed, isSelf, deleting, renewing, onDelete, onRenew }: Props) {
  const [asking, setAsking] = useState(false);
  const deleteButton = useRef<HTMLButtonElement>(null);
  const refused = useRef(false);
  // The question took the button's place: the answer "Non" gives the focus back to it.
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
