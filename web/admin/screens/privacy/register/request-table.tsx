import { Badge, Button, Card } from "@mantine/core";
import type { PrivacyRequest } from "#contract/privacy.schema.ts";
import { requestKindLabels } from "#contract/privacy.ts";
import { EmptyState } from "#web/admin/ui/empty-state.tsx";
import { formatDate, formatDateTime } from "#web/lib/format.ts";
import classes from "./register.module.css";

type Props = {
  requests: readonly PrivacyRequest[];
  onOpen: () => void;
  onClose: (request: PrivacyRequest) => void;
};

/** A table on wide screens; on narrow ones each row folds into a small card. */
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
      <table className={classes.table}>
        <caption className="visually-hidden">Demandes, celles qui attendent une réponse d’abord</caption>
        <thead>
          <tr>
            <th scope="col">Demande</th>
            <th scope="col">Reçue</th>
            <th scope="col">Échéance</th>
            <th scope="col">Suite donnée</th>
          </tr>
        </thead>
        <tbody>
          {requests.map((request) => (
            <tr key={request.id}>
              <td className={classes.kind}>
                {requestKindLabels[request.kind]}
                <span className={classes.soft}>
                  {request.source === "person" ? "par la personne" : "par un administrateur"}
                </span>
              </td>
              <td>{formatDateTime(request.receivedAt)}</td>
              <td>
                <DueDate request={request} />
              </td>
              <td>
                <Outcome request={request} onClose={onClose} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
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
