import { Button, Group } from "@mantine/core";
import { emailTypeLabels } from "#contract/email.ts";
import { EmailStatusBadge, EntryNote } from "#web/admin/mail-kit/message/message-status.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import classes from "./log.module.css";
import type { LogRowsProps } from "./log-rows.ts";
import { EntryCheckbox } from "./log-table.tsx";

export function LogCards({ entries, selection, onOpen }: LogRowsProps) {
  return (
    <ul className={classes.cards} aria-label="Historique des e-mails">
      {entries.map((entry) => (
        <li
          key={entry.id}
          className={classes.card}
          data-selected={(entry.status === "failed" && selection.has(entry.id)) || undefined}
        >
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Group gap="xs" wrap="nowrap">
              <EntryCheckbox entry={entry} selection={selection} />
              <bdi className={classes.strong}>{entry.recipientName || entry.recipientEmail}</bdi>
            </Group>
            <EmailStatusBadge status={entry.status} />
          </Group>
          {entry.recipientName && <span className={classes.soft}>{entry.recipientEmail}</span>}
          <span className={classes.breakable}>{entry.subject}</span>
          <EntryNote entry={entry} />
          <Group justify="space-between" mt={4} gap="xs">
            <span className={classes.date}>
              {formatDateTime(entry.sentAt ?? entry.createdAt)} · {emailTypeLabels[entry.emailType]}
            </span>
            <Button
              variant="default"
              size="xs"
              aria-label={`Contenu de l’e-mail à ${entry.recipientEmail}`}
              onClick={() => onOpen(entry.id)}
            >
              Contenu
            </Button>
          </Group>
        </li>
      ))}
    </ul>
  );
}
