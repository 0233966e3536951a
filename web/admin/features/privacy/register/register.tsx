import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { PrivacyRequest } from "#contract/privacy.schema.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import { registerQuery } from "#web/admin/features/privacy/privacy.api.ts";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { LoadingText } from "#web/admin/ui/loading-text.tsx";
import { useEagerQuery } from "#web/admin/ui/use-eager-query.ts";
import { CloseRequestDialog } from "./close-request-dialog.tsx";
import { OpenRequestDialog } from "./open-request-dialog.tsx";
import { RequestTable } from "./request-table.tsx";

/** Who asked for what and when, and what became of it: the proof that each was answered in time. */
export function Register() {
  const register = useEagerQuery(registerQuery);
  const requests = register.data?.items ?? [];
  const [opens, setOpens] = useState(false);
  const [closing, setClosing] = useState<PrivacyRequest | null>(null);
  return (
    <section aria-labelledby="register-title">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <div>
            <Title order={2} id="register-title" size="h3">
              Registre des demandes
            </Title>
            <Text c="dimmed">
              Une demande reçue par courrier ou par e-mail se note ici ; la réponse est due sous un mois.
            </Text>
          </div>
          {requests.length > 0 && (
            <Button variant="default" onClick={() => setOpens(true)}>
              Noter une demande
            </Button>
          )}
        </Group>
        {register.isPending && <LoadingText>Chargement du registre…</LoadingText>}
        <ErrorAlert error={register.error} onRetry={() => void register.refetch()} />
        {register.data && (
          <RequestTable requests={requests} onOpen={() => setOpens(true)} onClose={setClosing} />
        )}
        <Text c="dimmed" size="sm">
          Le registre ne contient aucune adresse. Une demande close y reste {privacyPeriods.requestYears} ans.
        </Text>
      </Stack>
      {opens && <OpenRequestDialog onClose={() => setOpens(false)} />}
      {closing && <CloseRequestDialog request={closing} onClose={() => setClosing(null)} />}
    </section>
  );
}
