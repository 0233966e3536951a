import { Badge, Button, Card } from "@mantine/core";
import type { PrivacyRequest } from "#contract/privacy.schema.ts";
import { requestKindLabels } from "#contract/privacy.ts";
import { EmptyState } from "#web/admin/ui/empty-state.tsx";
import { ColumnHeader, DataTable, RowHeader } from "#web/admin/ui/table/data-table.tsx";
import { formatDate, formatDateTime } from "#web/lib/format.ts";
import classes from "./register.module.css";

type Props = {
  requests: readonly PrivacyRequest[];
  onOpen: () => void;
  onClose: (request: PrivacyRequest) => void;
};

export function RequestTable({ requests, onOpen, onClose }: Props) {
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

function Outcome({ request, onClose }: { request: PrivacyRequest; onClose: Props["onClose"] }) {
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
