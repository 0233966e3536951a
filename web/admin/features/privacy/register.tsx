import { Badge, Button, Card, Group, NativeSelect, Stack, Text, TextInput, Title } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { useState } from "react";
import { closeRequestSchema, openRequestSchema, type PrivacyRequest } from "#contract/privacy.schema.ts";
import { privacyPeriods, type RequestKind, requestKindLabels, requestKinds } from "#contract/privacy.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ColumnHeader, DataTable, RowHeader } from "#web/admin/ui/data-table.tsx";
import { EmptyState, ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { focusFirstError } from "#web/admin/ui/focus.ts";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { formatDate, formatDateTime } from "#web/lib/format.ts";
import { registerQuery, useCloseRequest, useOpenRequest } from "./privacy.api.ts";
import classes from "./privacy.module.css";

/** The requests with date and outcome: the proof that each was answered in time. */
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
              Une demande reçue par courrier ou par <span className="unbroken">e-mail</span> se note ici ; la
              réponse est due sous un mois.
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
              <span className={classes.note}>
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
  if (closedAt !== null) return <span className={classes.note}>{formatDate(dueAt)}</span>;
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
      <span className={classes.note}>
        {formatDateTime(request.closedAt)}
        {request.handledBy !== null && `, ${request.handledBy}`}
      </span>
    </>
  );
}

const kinds = requestKinds.map((value) => ({ value, label: requestKindLabels[value] }));

function OpenRequestDialog({ onClose }: { onClose: () => void }) {
  const open = useOpenRequest();
  const form = useForm<{ email: string; kind: RequestKind }>({
    initialValues: { email: "", kind: "access" },
    validate: schemaResolver(openRequestSchema, { sync: true }),
  });
  const submit = form.onSubmit((values) => open.mutate(values, { onSuccess: onClose }), focusFirstError);
  return (
    <AdminDialog
      title="Noter une demande"
      size="md"
      open
      onClose={onClose}
      pending={open.isPending}
      actions={
        <>
          <Button variant="default" disabled={open.isPending} onClick={onClose}>
            Annuler
          </Button>
          <SavingButton type="submit" form="new-request" loading={open.isPending}>
            Noter
          </SavingButton>
        </>
      }
    >
      <form id="new-request" noValidate onSubmit={submit}>
        <Stack>
          <Text>
            Pour une demande reçue autrement que par la page personnelle : courrier, e-mail, téléphone.
          </Text>
          <TextInput
            label="Adresse e-mail de la personne"
            description="Seule son empreinte chiffrée est conservée."
            type="email"
            withAsterisk
            aria-required
            autoComplete="off"
            data-autofocus
            {...form.getInputProps("email")}
          />
          <NativeSelect label="Demande" data={kinds} {...form.getInputProps("kind")} />
          <ErrorAlert error={open.error} />
        </Stack>
      </form>
    </AdminDialog>
  );
}

type CloseRequestDialogProps = { request: PrivacyRequest; onClose: () => void };

function CloseRequestDialog({ request: { id, kind }, onClose }: CloseRequestDialogProps) {
  const close = useCloseRequest();
  const form = useForm({
    initialValues: { outcome: "" },
    validate: schemaResolver(closeRequestSchema, { sync: true }),
  });
  const submit = form.onSubmit(
    ({ outcome }) => close.mutate({ id, outcome }, { onSuccess: onClose }),
    focusFirstError,
  );
  return (
    <AdminDialog
      title={`Clore la demande : ${requestKindLabels[kind]}`}
      size="md"
      open
      onClose={onClose}
      pending={close.isPending}
      actions={
        <>
          <Button variant="default" disabled={close.isPending} onClick={onClose}>
            Annuler
          </Button>
          <SavingButton type="submit" form="close-request" loading={close.isPending}>
            Clore
          </SavingButton>
        </>
      }
    >
      <form id="close-request" noValidate onSubmit={submit}>
        <Stack>
          <Text>La demande reste au registre, avec la suite donnée.</Text>
          <TextInput
            label="Suite donnée"
            description="Par exemple « Copie envoyée » ou « Refusée : identité non établie ». N’y mettez pas de nom."
            withAsterisk
            aria-required
            data-autofocus
            {...form.getInputProps("outcome")}
          />
          <ErrorAlert error={close.error} />
        </Stack>
      </form>
    </AdminDialog>
  );
}
