import { Badge, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { PrivacyRequest } from "#contract/privacy.schema.ts";
import { privacyPeriods, requestKindLabels } from "#contract/privacy.ts";
import { registerQuery } from "#web/admin/features/privacy/privacy.api.ts";
import { EmptyState, ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { ColumnHeader, DataTable, RowHeader } from "#web/admin/ui/table/data-table.tsx";
import { formatDate, formatDateTime } from "#web/lib/format.ts";
import classes from "./register.module.css";
import { CloseRequestDialog, OpenRequestDialog } from "./request-dialogs.tsx";

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

type RequestTableProps = {
  requests: readonly PrivacyRequest[];
  onOpen: () => void;
  onClose: (request: PrivacyRequest) => void;
};

function RequestTable({ requests, onOpen, onClose }: RequestTableProps) {
  if (requests.length === 0) {
    return (
      <EmptyState
        title="Aucune demande pour le moment"
        action={
          <Button variant="default" onClick={onOpen}>
            Noter une demande
          </Button>
        }
      >
        Celles que les personnes font depuis leur page personnelle s’inscrivent d’elles-mêmes.
      </EmptyState>
    );
  }
  return (
    <Card withBorder padding={0}>
      <DataTable
        folds
        caption="Demandes, celles qui attendent une réponse d’abord"
        head={
          <>
            <ColumnHeader>Demande</ColumnHeader>
            <ColumnHeader>Reçue</ColumnHeader>
            <ColumnHeader>Échéance</ColumnHeader>
            <ColumnHeader>Suite donnée</ColumnHeader>
          </>
        }
      >
        {requests.map((request) => (
          <tr key={request.id}>
            <RowHeader>
              <strong>{requestKindLabels[request.kind]}</strong>
              <span className={classes.soft}>
                {request.source === "person" ? "par la personne" : "par un administrateur"}
              </span>
            </RowHeader>
            <td data-label="Reçue">{formatDateTime(request.receivedAt)}</td>
            <td data-label="Échéance">
              <DueDate request={request} />
            </td>
            <td>
              <Outcome request={request} onClose={onClose} />
            </td>
          </tr>
        ))}
      </DataTable>
    </Card>
  );
}

function DueDate({ request: { dueAt, closedAt, isUrgent } }: { request: PrivacyRequest }) {
  if (closedAt !== null) return <span className={classes.soft}>{formatDate(dueAt)}</span>;
  return isUrgent ? <Badge color="red">Urgent : {formatDate(dueAt)}</Badge> : formatDate(dueAt);
}

function Outcome({ request, onClose }: { request: PrivacyRequest; onClose: RequestTableProps["onClose"] }) {
  if (request.closedAt === null) {
    return (
      <Button variant="default" size="xs" onClick={() => onClose(request)}>
        Clore
      </Button>
    );
  }
  return (
    <>
      {request.outcome}
      <span className={classes.soft}>
        {formatDateTime(request.closedAt)}
        {request.handledBy !== null && `, ${request.handledBy}`}
      </span>
    </>
  );
}
