import { Alert, Title } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { requestMessages } from "#contract/errors.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";

/** Keeps a screen for super admins; the server refuses the calls behind it all the same. */
export function SuperAdminGate({ children }: { children: ReactNode }) {
  const admin = useCurrentAdmin();
  if (admin.isSuperAdmin) return children;
  return (
    <>
      <Title order={1} mb="md">
        Accès refusé
      </Title>
      <Alert color="red" variant="light" icon={<IconLock aria-hidden />}>
        {requestMessages.forbidden}
      </Alert>
    </>
  );
}
