import { Alert, Button, Checkbox, Group, List } from "@mantine/core";
import { IconHourglass } from "@tabler/icons-react";
import type { EmailLogEntry, WaitingMail } from "#contract/email.schema.ts";
import { type EmailLane, emailTypeLabels } from "#contract/email.ts";
import { EmailStatusBadge, EntryNote } from "#web/admin/mail-kit/message/message-dialog.tsx";
import { ColumnHeader, DataTable, RowHeader } from "#web/admin/ui/data-table.tsx";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { formatCount, formatDateTime } from "#web/lib/format.ts";
import { waitingMailQuery } from "./log.api.ts";
import classes from "./log.module.css";
import type { FailedSelection } from "./resend-bar.tsx";

/** The props that the table and the cards share. */
export type LogRowsProps = {
  entries: readonly EmailLogEntry[];
  selection: FailedSelection;
  onOpen: (id: string) => void;
};

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
function EntryCheckbox({ entry, selection }: { entry: EmailLogEntry } & Pick<LogRowsProps, "selection">) {
  if (entry.status !== "failed") return null;
  return (
    <Checkbox
      aria-label={`Sélectionner l’e-mail à ${entry.recipientEmail}`}
      checked={selection.has(entry.id)}
      onChange={({ currentTarget }) => selection.setMany([entry.id], currentTarget.checked)}
    />
  );
}

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

/** Says above the log how many messages a limit delays, and until when. Renders nothing while no limit delays messages. */
export function WaitingNote() {
  const { data } = useEagerQuery(waitingMailQuery);
  const sentences = data?.items.flatMap(waitingSentences) ?? [];
  if (sentences.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" icon={<IconHourglass aria-hidden />} title="Des e-mails attendent">
      <List size="sm" spacing={4}>
        {sentences.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

const nouns: Record<EmailLane, [one: string, many: string]> = {
  confirmation: ["confirmation attend", "confirmations attendent"],
  link: ["lien de compte attend", "liens de compte attendent"],
  campaign: ["e-mail d’un envoi en masse attend", "e-mails d’envois en masse attendent"],
  direct: ["e-mail attend", "e-mails attendent"],
};

const ceilings: Record<NonNullable<WaitingMail["limit"]>["reason"], string> = {
  cap: "le plafond d’envoi est atteint",
  confirmation_cap: "le plafond de confirmations par heure est atteint",
};

/** One sentence for each limit that delays messages; empty when no limit does. */
export function waitingSentences({ lane, count, forMailbox, limit }: WaitingMail): string[] {
  const sentences: string[] = [];
  const held = count - forMailbox;
  if (limit && held > 0) {
    sentences.push(
      `${formatCount(held, ...nouns[lane])} : ${ceilings[limit.reason]}. Prochain envoi possible le ${formatDateTime(limit.roomAt)}.`,
    );
  }
  if (forMailbox > 0) {
    sentences.push(
      `${formatCount(forMailbox, ...nouns[lane])} le lendemain : une boîte aux lettres n’en reçoit qu’une en 24 heures.`,
    );
  }
  return sentences;
}
