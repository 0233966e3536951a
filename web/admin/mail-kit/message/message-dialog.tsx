import { Badge, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { EmailLogEntry } from "#contract/email.schema.ts";
import { type EmailStatus, emailStatusLabels, emailTypeLabels } from "#contract/email.ts";
import { EventList } from "#web/admin/mail-kit/event-list.tsx";
import { MailFrame } from "#web/admin/mail-kit/mail-preview.tsx";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { messageQuery } from "../mail-kit.api.ts";
import classes from "./message.module.css";

type MessageDialogProps = {
  /** The id of the opened message; null while the dialog is closed. */
  id: string | null;
  onClose: () => void;
};

/** A message of the log, as it was sent. */
export function MessageDialog({ id, onClose }: MessageDialogProps) {
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

const colors: Record<EmailStatus, string> = {
  pending: "yellow",
  sent: "green",
  failed: "red",
  cancelled: "gray",
  skipped: "gray",
};

/** Shows a status as text: the colour carries no further information. */
export function EmailStatusBadge({ status }: { status: EmailStatus }) {
  return (
    <Badge variant="light" radius="sm" tt="none" miw="max-content" color={colors[status]}>
      {emailStatusLabels[status]}
    </Badge>
  );
}

/** Details beside the status: the mail server's message, the note about simulation, or the next attempt. */
export function EntryNote({ entry }: { entry: EmailLogEntry }) {
  const { status, errorMessage, nextAttemptAt, attempts, waitsForMailbox } = entry;
  const waits = status === "pending" && nextAttemptAt !== null;
  const next = waits && attempts > 0;
  const forMailbox = waits && waitsForMailbox;
  if (!errorMessage && !next && !forMailbox) return null;
  return (
    <div className={classes.note} data-status={status}>
      {errorMessage}
      {forMailbox && (
        <div className={classes.soft}>
          Cette boîte a reçu une confirmation il y a moins de 24 heures : celle-ci partira le{" "}
          {formatDateTime(nextAttemptAt)}
        </div>
      )}
      {next && !forMailbox && (
        <div className={classes.soft}>
          Nouvel essai le {formatDateTime(nextAttemptAt)} (essai {attempts + 1})
        </div>
      )}
    </div>
  );
}
