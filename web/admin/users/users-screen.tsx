import { Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Admin } from "#contract/admins.schema.ts";
import { adminMessages } from "#contract/admins.ts";
import { ErrorAlert } from "../shell/error-alert.tsx";
import { LoadingText } from "../shell/loading-text.tsx";
import { ScreenHeader } from "../shell/screen-header.tsx";
import { ActivationLink, type IssuedLink } from "./activation-link.tsx";
import { AddAdminForm } from "./add-admin-form.tsx";
import { AdminList } from "./admin-list.tsx";
import { tellFailure } from "./failure.ts";
import { adminsQuery, useDeleteAdmin, useRenewLink } from "./users.api.ts";

export default function UsersScreen() {
  const list = useQuery(adminsQuery);
  const remove = useDeleteAdmin();
  const renew = useRenewLink();
  const [link, setLink] = useState<IssuedLink | null>(null);

  const startRenewal = ({ id, email }: Admin) =>
    renew.mutate(id, { onSuccess: (issued) => setLink({ email, ...issued }) });
  const startDeletion = ({ id, email }: Admin) =>
    remove.mutate(id, {
      onSuccess: () => {
        notifications.show({ color: "green", message: adminMessages.deleted });
        setLink((shown) => (shown?.email === email ? null : shown));
      },
    });

  return (
    <>
      <ScreenHeader title="Gestion des Utilisateurs">
        Les personnes qui entrent dans l’administration, et celles qui en gèrent les accès.
      </ScreenHeader>
      <Stack gap="lg">
        <AddAdminForm onAdded={({ admin, ...issued }) => setLink({ email: admin.email, ...issued })} />
        {link && <ActivationLink key={link.activationLink} link={link} onClose={() => setLink(null)} />}
        <ErrorAlert error={tellFailure(renew.error, adminMessages.anErrorOccurred)} onClose={renew.reset} />
        <ErrorAlert error={tellFailure(remove.error, adminMessages.deletionFailed)} onClose={remove.reset} />
        {list.isPending && <LoadingText>Chargement des utilisateurs…</LoadingText>}
        {list.isError && (
          <ErrorAlert error={new Error(adminMessages.listFailed)} onRetry={() => void list.refetch()} />
        )}
        {list.isSuccess && (
          <AdminList
            admins={list.data.items}
            deletingId={remove.isPending ? remove.variables : null}
            renewingId={renew.isPending ? renew.variables : null}
            onDelete={startDeletion}
            onRenew={startRenewal}
          />
        )}
      </Stack>
    </>
  );
}
