import { Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { EmailLogEntry } from "#contract/email.schema.ts";
import { emailTypeLabels } from "#contract/email.ts";
import { EventList } from "#web/admin/mail-kit/event-list.tsx";
import { MailFrame } from "#web/admin/mail-kit/mail-frame.tsx";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { LoadingText } from "#web/admin/ui/loading-text.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { messageQuery } from "./message.api.ts";
import classes from "./message.module.css";
import { EmailStatusBadge, EntryNote } from "./message-status.tsx";

type Props = {
  /** Null: closed. */
  id: string | null;
  onClose: () => void;
};

/** A message of the log, as it was sent. */
export function MessageDialog({ id, onClose }: Props) {
  const detail = useQuery({ ...messageQuery(id ?? ""), enabled: id !== null });
  const entry = id === null ? undefined : detail.data;
  return (
    <AdminDialog title={entry?.subject ?? "E-mail"} open={id !== null} onClose={onClose} size="xl">
      {detail.isPending && <LoadingText>Chargement de l’e-mail…</LoadingText>}
      <ErrorAlert error={detail.error} onRetry={() => void detail.refetch()} />
      {entry && (
        <Stack>
          <EntryFacts entry={entry} />
          {entry.events.length > 0 && (
            <section aria-labelledby="events-title">
              <Title order={3} size="h4" id="events-title">
                Retours
              </Title>
              <EventList events={entry.events} />
            </section>
          )}
          <MailFrame html={entry.html} title={`Contenu : ${entry.subject}`} />
        </Stack>
      )}
    </AdminDialog>
  );
}

function EntryFacts({ entry }: { entry: EmailLogEntry }) {
  return (
    <dl className={classes.facts}>
      <dt>Destinataire</dt>
      <dd>
        <bdi>{entry.recipientName}</bdi> {entry.recipientEmail}
      </dd>
      <dt>Type</dt>
      <dd>{emailTypeLabels[entry.emailType]}</dd>
      <dt>Créé le</dt>
      <dd>{formatDateTime(entry.createdAt)}</dd>
      {entry.sentAt && (
        <>
          <dt>Envoyé le</dt>
          <dd>{formatDateTime(entry.sentAt)}</dd>
        </>
      )}
      <dt>Statut</dt>
      <dd>
        <EmailStatusBadge status={entry.status} />
        <EntryNote entry={entry} />
      </dd>
    </dl>
  );
}
