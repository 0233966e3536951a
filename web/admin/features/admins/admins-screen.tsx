import { Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMemo, useState } from "react";
import type { Admin } from "#contract/admins.schema.ts";
import { adminMessages, deletedAccount } from "#contract/admins.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { useNamedRow } from "#web/admin/ui/focus.ts";
import { type PrefetchScreen, useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { useAddress } from "#web/admin/ui/use-address.ts";
import { ShownError } from "#web/lib/api.ts";
import { ActivationLink, AddAdminForm, type IssuedLink } from "./add-admin-form.tsx";
import { AdminList } from "./admin-list.tsx";
import { adminsAddress, adminsQuery, useDeleteAdmin, useRenewLink } from "./admins.api.ts";

export const prefetch: PrefetchScreen = ({ prefetchQuery }) => prefetchQuery(adminsQuery);

export default function AdminsScreen() {
  const list = useEagerQuery(adminsQuery);
  const remove = useDeleteAdmin();
  const renew = useRenewLink();
  const [link, setLink] = useState<IssuedLink | null>(null);

  const ids = useMemo(() => list.data?.items.map(({ id }) => id), [list.data]);
  const named = useNamedRow(useAddress(adminsAddress).state.admin, ids);

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
        Les personnes qui entrent dans l’administration, et celles qui en gèrent les accès. Un compte supprimé
        ne laisse son adresse qu’au journal, {privacyPeriods.journalMonths} mois ; ailleurs, « 
        {deletedAccount} » la remplace.
      </ScreenHeader>
      <Stack gap="lg">
        <AddAdminForm onAdded={({ admin, ...issued }) => setLink({ email: admin.email, ...issued })} />
        {link && <ActivationLink key={link.activationLink} link={link} onClose={() => setLink(null)} />}
        <ErrorAlert error={renew.error} fallback={adminMessages.anErrorOccurred} onClose={renew.reset} />
        <ErrorAlert error={remove.error} sentence={adminMessages.deletionFailed} onClose={remove.reset} />
        {named.isGone && <ErrorAlert error={new ShownError(adminMessages.adminGone)} />}
        {list.isPending && <LoadingText>Chargement des utilisateurs…</LoadingText>}
        {list.isError && (
          <ErrorAlert error={new ShownError(adminMessages.listFailed)} onRetry={() => void list.refetch()} />
        )}
        {list.isSuccess && (
          <AdminList
            admins={list.data.items}
            deletingId={remove.isPending ? remove.variables : null}
            namedId={named.namedId}
            renewingId={renew.isPending ? renew.variables : null}
            onDelete={startDeletion}
            onRenew={startRenewal}
          />
        )}
      </Stack>
    </>
  );
}
