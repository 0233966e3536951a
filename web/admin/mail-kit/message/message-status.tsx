import { Badge } from "@mantine/core";
import type { EmailLogEntry } from "#contract/email.schema.ts";
import { type EmailStatus, emailStatusLabels } from "#contract/email.ts";
import { formatDateTime } from "#web/lib/format.ts";
import classes from "./message.module.css";

const colors: Record<EmailStatus, string> = {
  pending: "yellow",
  sent: "green",
  failed: "red",
  cancelled: "gray",
  skipped: "gray",
};

/** A status in words; the colour only repeats them. */
export function EmailStatusBadge({ status }: { status: EmailStatus }) {
  return (
    <Badge variant="light" radius="sm" tt="none" miw="max-content" color={colors[status]}>
      {emailStatusLabels[status]}
    </Badge>
  );
}

/** What is to be said beside the status: the server's words, the simulation's note, the next attempt. */
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
