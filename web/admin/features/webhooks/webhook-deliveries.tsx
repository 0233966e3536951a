import { Group, Text } from "@mantine/core";
import type { Delivery, Webhook } from "#contract/webhooks.schema.ts";
import { deliveryStatusLabels, webhookEventLabels, webhookLimits } from "#contract/webhooks.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ColumnHeader, DataTable, RowHeader } from "#web/admin/ui/data-table.tsx";
import { EmptyState, ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { MoreButton } from "#web/admin/ui/more-button.tsx";
import { useEagerInfiniteQuery } from "#web/admin/ui/prefetch.ts";
import { Pill } from "#web/admin/ui/row-parts.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { describeOutcome } from "./webhook-texts.ts";
import { deliveriesQuery, useResendDelivery } from "./webhooks.api.ts";

const tones = { waiting: "yellow", delivered: "green", failed: "red", cancelled: "gray" } as const;

/** The deliveries of an endpoint, the newest first, each with its last attempt. */
export function WebhookDeliveries({ webhook }: { webhook: Webhook }) {
  const list = useEagerInfiniteQuery(deliveriesQuery(webhook.id));
  const resend = useResendDelivery();
  const deliveries = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        Les {webhookLimits.keptDays} derniers jours. Un événement qui échoue est tenté huit fois en 27
        heures ; les suivants l’attendent, pour arriver dans l’ordre.
      </Text>
      {list.isPending && <LoadingText>Chargement des livraisons…</LoadingText>}
      {list.isError && (
        <ErrorAlert
          error={list.error}
          fallback="Les livraisons n’ont pas pu être chargées."
          onRetry={() => void list.refetch()}
        />
      )}
      <ErrorAlert error={resend.error} fallback="Le renvoi n’a pas pu être demandé." onClose={resend.reset} />
      {list.isSuccess && deliveries.length === 0 && (
        <EmptyState title="Aucune livraison pour le moment">
          Le prochain événement choisi apparaîtra ici. « Tester » en envoie un tout de suite.
        </EmptyState>
      )}
      {deliveries.length > 0 && (
        <DataTable
          folds
          compact
          caption="Livraisons, les plus récentes d’abord"
          head={
            <>
              <ColumnHeader>Événement</ColumnHeader>
              <ColumnHeader>État</ColumnHeader>
              <ColumnHeader>Dernière tentative</ColumnHeader>
              <ColumnHeader hidden>Action</ColumnHeader>
            </>
          }
        >
          {deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              canResend={webhook.isActive}
              resending={resend.isPending && resend.variables === delivery.id}
              onResend={() => resend.mutate(delivery.id)}
            />
          ))}
        </DataTable>
      )}
      {list.hasNextPage && (
        <Group justify="center" mt="sm">
          <MoreButton list={list} />
        </Group>
      )}
    </>
  );
}

type RowProps = { delivery: Delivery; canResend: boolean; resending: boolean; onResend: () => void };

function DeliveryRow({ delivery, canResend, resending, onResend }: RowProps) {
  const { event, status, attempts, createdAt, attemptedAt, dueAt } = delivery;
  const label = webhookEventLabels[event];
  return (
    <tr>
      <RowHeader>
        {label}
        <Text size="sm" c="dimmed" component="div" fw={400}>
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        </Text>
      </RowHeader>
      <td>
        <Pill tone={tones[status]}>{deliveryStatusLabels[status]}</Pill>
        {attempts > 0 && dueAt !== null && (
          <Text size="sm" c="dimmed">
            Prochaine tentative : {formatDateTime(dueAt)}
          </Text>
        )}
      </td>
      <td>
        {describeOutcome(delivery)}
        <Text size="sm" c="dimmed">
          {attemptedAt && formatDateTime(attemptedAt)}
          {attempts > 1 && `, tentative ${attempts}`}
        </Text>
      </td>
      <td>
        {canResend && (
          <SavingButton
            size="xs"
            variant="default"
            aria-label={`${status === "waiting" ? "Envoyer maintenant" : "Renvoyer"} : ${label}, ${formatDateTime(createdAt)}`}
            loading={resending}
            onClick={onResend}
          >
            {status === "waiting" ? "Envoyer maintenant" : "Renvoyer"}
          </SavingButton>
        )}
      </td>
    </tr>
  );
}
