import { Button, Card, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconKey, IconWebhook } from "@tabler/icons-react";
import { useState } from "react";
import { z } from "zod";
import type { Webhook } from "#contract/webhooks.schema.ts";
import { webhookEventLabels, webhookKindLabels, webhookLimits } from "#contract/webhooks.ts";
import { AdminDialog, ConfirmDialog } from "#web/admin/ui/admin-dialog.tsx";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ColumnHeader, DataTable, RowHeader } from "#web/admin/ui/data-table.tsx";
import { failureNotice } from "#web/admin/ui/failure-notice.ts";
import { EmptyState, ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { type PrefetchScreen, useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { isConfirmationDeclined } from "#web/admin/ui/reauthentication.ts";
import { Pill } from "#web/admin/ui/row-parts.tsx";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { ShownOnce } from "#web/admin/ui/shown-once.tsx";
import { useAddress, uuidParameter } from "#web/admin/ui/use-address.ts";
import { formatCount } from "#web/lib/format.ts";
import { WebhookDeliveries } from "./webhook-deliveries.tsx";
import { WebhookCreation, WebhookEdition } from "./webhook-form.tsx";
import { describeTrouble, testSentence, webhookName } from "./webhook-texts.ts";
import { useDeleteWebhook, useRotateSecret, useTestWebhook, webhooksQuery } from "./webhooks.api.ts";

/** The endpoint whose deliveries are open. */
const address = z.object({ deliveries: uuidParameter });

export const prefetch: PrefetchScreen = ({ prefetchQuery }) => prefetchQuery(webhooksQuery);

export default function WebhooksScreen() {
  const list = useEagerQuery(webhooksQuery);
  const items = list.data?.items ?? [];
  const { state, change } = useAddress(address);
  const [isNew, setNew] = useState(false);
  const [editedId, setEditedId] = useState<string | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const byId = (id: string | null) => items.find((webhook) => webhook.id === id) ?? null;
  const edited = byId(editedId);
  const opened = byId(state.deliveries);
  return (
    <>
      <ScreenHeader
        title="Webhooks"
        actions={<Button onClick={() => setNew(true)}>Ajouter un webhook</Button>}
      >
        Prévenir une application, ou un canal de Slack, Discord ou Teams, de ce qui se passe ici.
      </ScreenHeader>
      <Stack gap="lg">
        {secret && <ShownSecret key={secret} secret={secret} onClose={() => setSecret(null)} />}
        {list.isPending && <LoadingText>Chargement des webhooks…</LoadingText>}
        {list.isError && (
          <ErrorAlert
            error={list.error}
            fallback="Les webhooks n’ont pas pu être chargés."
            onRetry={() => void list.refetch()}
          />
        )}
        {list.isSuccess && items.length === 0 && (
          <EmptyState icon={IconWebhook} title="Aucun webhook pour le moment">
            Collez l’adresse que donnent Slack, Discord ou Teams pour y lire chaque inscription en une phrase,
            ou celle de votre application.
          </EmptyState>
        )}
        {items.length > 0 && (
          <WebhookTable
            items={items}
            onEdit={setEditedId}
            onOpen={(deliveries) => change({ deliveries })}
            onRotated={setSecret}
          />
        )}
      </Stack>
      {isNew && (
        <WebhookCreation
          onClose={() => setNew(false)}
          onCreated={(made) => {
            setNew(false);
            if (made) setSecret(made);
            notifications.show({ color: "green", message: "Le webhook est ajouté." });
          }}
        />
      )}
      {edited && <WebhookEdition key={edited.id} webhook={edited} onClose={() => setEditedId(null)} />}
      <AdminDialog
        title={opened ? `Livraisons à ${webhookName(opened)}` : "Livraisons"}
        size="60rem"
        open={opened !== null}
        onClose={() => change({ deliveries: null })}
      >
        {opened && <WebhookDeliveries key={opened.id} webhook={opened} />}
      </AdminDialog>
    </>
  );
}

type TableProps = {
  items: Webhook[];
  onEdit: (id: string) => void;
  onOpen: (id: string) => void;
  onRotated: (secret: string) => void;
};

function WebhookTable({ items, ...actions }: TableProps) {
  return (
    <Card withBorder padding={0}>
      <DataTable
        folds
        caption="Webhooks, les plus anciens d’abord"
        head={
          <>
            <ColumnHeader>Destination</ColumnHeader>
            <ColumnHeader>Événements</ColumnHeader>
            <ColumnHeader>État</ColumnHeader>
            <ColumnHeader hidden>Actions</ColumnHeader>
          </>
        }
      >
        {items.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} {...actions} />
        ))}
      </DataTable>
    </Card>
  );
}

function WebhookRow({
  webhook,
  onEdit,
  onOpen,
  onRotated,
}: Omit<TableProps, "items"> & { webhook: Webhook }) {
  const { id, kind, events, personal, isActive, waiting } = webhook;
  const name = webhookName(webhook);
  const trouble = describeTrouble(webhook);
  return (
    <tr>
      <RowHeader>
        {name}
        <Text size="sm" c="dimmed" component="div" fw={400}>
          {webhookKindLabels[kind]}
        </Text>
      </RowHeader>
      <td>
        <Text size="sm">{events.map((event) => webhookEventLabels[event]).join(", ")}</Text>
        {personal && (
          <Text size="sm" c="dimmed">
            Avec le nom et l’adresse des personnes
          </Text>
        )}
      </td>
      <td>
        <Pill tone={isActive ? (trouble ? "yellow" : "green") : "gray"}>
          {isActive ? "Actif" : "Inactif"}
        </Pill>
        {trouble && <Text size="sm">{trouble}</Text>}
        {waiting > 0 && (
          <Text size="sm" c="dimmed">
            {formatCount(waiting, "événement")} en attente
          </Text>
        )}
      </td>
      <td>
        <Group gap="xs">
          <TestButton id={id} name={name} />
          <Button size="xs" variant="default" aria-label={`Livraisons à ${name}`} onClick={() => onOpen(id)}>
            Livraisons
          </Button>
          <Button size="xs" variant="default" aria-label={`Modifier ${name}`} onClick={() => onEdit(id)}>
            Modifier
          </Button>
          {kind === "standard" && <RotateButton id={id} name={name} onRotated={onRotated} />}
          <DeleteButton id={id} name={name} />
        </Group>
      </td>
    </tr>
  );
}

type ButtonProps = { id: string; name: string };

function TestButton({ id, name }: ButtonProps) {
  const test = useTestWebhook();
  const send = () =>
    test.mutate(id, {
      onSuccess: (outcome) =>
        outcome.delivered
          ? notifications.show({ color: "green", message: testSentence(outcome) })
          : notifications.show({ ...failureNotice, message: testSentence(outcome) }),
      onError: () => notifications.show({ ...failureNotice, message: "L’essai n’a pas pu être envoyé." }),
    });
  return (
    <SavingButton
      size="xs"
      variant="default"
      aria-label={`Tester ${name}`}
      loading={test.isPending}
      onClick={send}
    >
      Tester
    </SavingButton>
  );
}

function RotateButton({ id, name, onRotated }: ButtonProps & { onRotated: (secret: string) => void }) {
  const rotate = useRotateSecret(id);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={`Nouveau secret pour ${name}`}
        onClick={() => setAsking(true)}
      >
        Nouveau secret
      </Button>
      <ConfirmDialog
        title="Remplacer le secret ?"
        about={name}
        open={asking}
        confirm="Remplacer"
        pending={rotate.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          rotate.mutate(undefined, {
            onSuccess: ({ secret }) => {
              setAsking(false);
              onRotated(secret);
            },
          })
        }
      >
        <Text>
          Les deux secrets signent pendant {webhookLimits.formerSecretHours} heures, puis le nouveau seul.
        </Text>
        <Refusal error={rotate.error} />
      </ConfirmDialog>
    </>
  );
}

function DeleteButton({ id, name }: ButtonProps) {
  const remove = useDeleteWebhook(() =>
    notifications.show({ color: "green", message: "Le webhook est supprimé." }),
  );
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant="light"
        color="red"
        aria-label={`Supprimer ${name}`}
        onClick={() => setAsking(true)}
      >
        Supprimer
      </Button>
      <ConfirmDialog
        title="Supprimer ce webhook ?"
        about={name}
        open={asking}
        danger
        confirm="Supprimer"
        pending={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(id)}
      >
        <Text>Ses livraisons sont supprimées avec lui, et ce qui attend ne part pas.</Text>
        <Refusal error={remove.error} />
      </ConfirmDialog>
    </>
  );
}

function Refusal({ error }: { error: Error | null }) {
  return isConfirmationDeclined(error) ? null : <ErrorAlert error={error} />;
}

/** Shows the secret only once: the server keeps it encrypted and never returns it. */
function ShownSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <ShownOnce
      title="Secret du webhook"
      icon={<IconKey aria-hidden />}
      noun="secret"
      value={secret}
      onClose={onClose}
    >
      Il n’est montré que cette fois. Votre application vérifie avec lui les en-têtes webhook-id,
      webhook-timestamp et webhook-signature, comme le décrit Standard Webhooks.
    </ShownOnce>
  );
}
