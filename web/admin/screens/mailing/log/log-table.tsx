import { Button, Checkbox, Table } from "@mantine/core";
import type { EmailLogEntry } from "#contract/email.schema.ts";
import { emailTypeLabels } from "#contract/email.ts";
import { EmailStatusBadge, EntryNote } from "#web/admin/mail-kit/message/message-status.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import classes from "./log.module.css";
import type { LogRowsProps } from "./log-rows.ts";

export function LogTable({ entries, ...props }: LogRowsProps) {
  return (
    <div className={classes.tableFrame}>
      <Table verticalSpacing="sm" highlightOnHover aria-label="Historique des e-mails">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={44}>
              <span className="visually-hidden">Sélection</span>
            </Table.Th>
            <Table.Th>Destinataire</Table.Th>
            <Table.Th>Objet</Table.Th>
            <Table.Th>Type</Table.Th>
            <Table.Th>Date</Table.Th>
            <Table.Th>Statut</Table.Th>
            <Table.Th>
              <span className="visually-hidden">Actions</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <LogRow key={entry.id} entry={entry} {...props} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function LogRow({ entry, selection, onOpen }: Omit<LogRowsProps, "entries"> & { entry: EmailLogEntry }) {
  return (
    <Table.Tr
      className={classes.row ?? ""}
      data-selected={(entry.status === "failed" && selection.has(entry.id)) || undefined}
    >
      <Table.Td>
        <EntryCheckbox entry={entry} selection={selection} />
      </Table.Td>
      <Table.Td>
        {entry.recipientName && <bdi className={classes.strong}>{entry.recipientName}</bdi>}
        <div className={classes.breakable}>{entry.recipientEmail}</div>
      </Table.Td>
      <Table.Td className={classes.breakable ?? ""}>{entry.subject}</Table.Td>
      <Table.Td className={classes.soft ?? ""}>{emailTypeLabels[entry.emailType]}</Table.Td>
      <Table.Td className={classes.date ?? ""}>{formatDateTime(entry.sentAt ?? entry.createdAt)}</Table.Td>
      <Table.Td maw={320}>
        <EmailStatusBadge status={entry.status} />
        <EntryNote entry={entry} />
      </Table.Td>
      <Table.Td>
        <Button
          variant="default"
          size="xs"
          aria-label={`Contenu de l’e-mail à ${entry.recipientEmail}`}
          onClick={() => onOpen(entry.id)}
        >
          Contenu
        </Button>
      </Table.Td>
    </Table.Tr>
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
