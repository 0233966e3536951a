import { Anchor, Card, Text } from "@mantine/core";
import { Link } from "react-router";
import type { JournalEntry } from "#contract/journal.schema.ts";
import { ColumnHeader, DataTable, RowHeader } from "#web/admin/ui/table/data-table.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import classes from "./journal.module.css";
import { actionLabel, actorLabel, describeDetails, shortReference, subjectLink } from "./journal-texts.ts";

/** On narrow screens what was done leads; when and who stand under it in one line. */
export function JournalTable({ entries }: { entries: JournalEntry[] }) {
  return (
    <Card withBorder padding={0}>
      <DataTable
        folds
        caption="Entrées du journal, les plus récentes d’abord"
        head={
          <>
            <ColumnHeader>Date</ColumnHeader>
            <ColumnHeader>Auteur</ColumnHeader>
            <ColumnHeader>Action</ColumnHeader>
            <ColumnHeader>Détails</ColumnHeader>
          </>
        }
      >
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </DataTable>
    </Card>
  );
}

function EntryRow({ entry }: { entry: JournalEntry }) {
  const link = subjectLink(entry);
  return (
    <tr>
      <td data-beside className={classes.date}>
        <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
      </td>
      <td data-beside>{actorLabel(entry.actor)}</td>
      <RowHeader>{actionLabel(entry.action)}</RowHeader>
      <td>
        {describeDetails(entry.details).map((detail) => (
          <Text key={detail} size="sm">
            {detail}
          </Text>
        ))}
        {entry.subject && (
          <Text size="xs" c="dimmed" title={entry.subject}>
            {link && (
              <>
                <Anchor component={Link} to={link.address} inherit className={classes.link ?? ""}>
                  {link.label}
                </Anchor>{" "}
              </>
            )}
            {shortReference(entry.subject)}
          </Text>
        )}
      </td>
    </tr>
  );
}
