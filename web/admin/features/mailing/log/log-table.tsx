import { Button, Checkbox } from "@mantine/core";
import type { EmailLogEntry } from "#contract/email.schema.ts";
import { emailTypeLabels } from "#contract/email.ts";
import { EmailStatusBadge, EntryNote } from "#web/admin/mail-kit/message/message-status.tsx";
import { ColumnHeader, DataTable, RowHeader } from "#web/admin/ui/table/data-table.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import classes from "./log.module.css";
import type { LogRowsProps } from "./log-rows.ts";

export function LogTable({ entries, ...props }: LogRowsProps) {
  return (
    <div className={classes.tableFrame}>
      <DataTable
        caption="Historique des e-mails, les derniers d’abord"
        highlights
        head={
          <>
            <ColumnHeader hidden>Sélection</ColumnHeader>
            <ColumnHeader>Destinataire</ColumnHeader>
            <ColumnHeader>Objet</ColumnHeader>
            <ColumnHeader>Type</ColumnHeader>
            <ColumnHeader>Date</ColumnHeader>
            <ColumnHeader>Statut</ColumnHeader>
            <ColumnHeader hidden>Actions</ColumnHeader>
          </>
        }
      >
        {entries.map((entry) => (
          <LogRow key={entry.id} entry={entry} {...props} />
        ))}
      </DataTable>
    </div>
  );
}

function LogRow({ entry, selection, onOpen }: Omit<LogRowsProps, "entries"> & { entry: EmailLogEntry }) {
  return (
    <tr
      className={classes.row}
      data-selected={(entry.status === "failed" && selection.has(entry.id)) || undefined}
    >
      <td>
        <EntryCheckbox entry={entry} selection={selection} />
      </td>
      <RowHeader>
        {entry.recipientName && <bdi className={classes.strong}>{entry.recipientName}</bdi>}
        <div className={classes.breakable}>{entry.recipientEmail}</div>
      </RowHeader>
      <td className={classes.breakable}>{entry.subject}</td>
      <td className={classes.soft}>{emailTypeLabels[entry.emailType]}</td>
      <td className={classes.date}>{formatDateTime(entry.sentAt ?? entry.createdAt)}</td>
      <td className={classes.state}>
        <EmailStatusBadge status={entry.status} />
        <EntryNote entry={entry} />
      </td>
      <td>
        <Button
          variant="default"
          size="xs"
          aria-label={`Contenu de l’e-mail à ${entry.recipientEmail}`}
          onClick={() => onOpen(entry.id)}
        >
          Contenu
        </Button>
      </td>
    </tr>
  );
}

/** Only a failed message can be sent again. */
export function EntryCheckbox({
  entry,
  selection,
}: { entry: EmailLogEntry } & Pick<LogRowsProps, "selection">) {
  if (entry.status !== "failed") return null;
  return (
    <Checkbox
      aria-label={`Sélectionner l’e-mail à ${entry.recipientEmail}`}
      checked={selection.has(entry.id)}
      onChange={({ currentTarget }) => selection.setMany([entry.id], currentTarget.checked)}
    />
  );
}
