import { Card, Title } from "@mantine/core";
import { useRef } from "react";
import type { Admin } from "#contract/admins.schema.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { AdminRow } from "./admin-row.tsx";
import classes from "./admins.module.css";

type Props = {
  admins: Admin[];
  /** The admin whose deletion is on its way. */
  deletingId: string | null;
  renewingId: string | null;
  /** The admin whom the address names. */
  namedId: string | null;
  onDelete: (admin: Admin) => void;
  onRenew: (admin: Admin) => void;
};

export function AdminList({ admins, deletingId, renewingId, namedId, onDelete, onRenew }: Props) {
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
              // The row and its buttons go away: the keyboard goes on from the list's heading.
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
