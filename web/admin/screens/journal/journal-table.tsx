import { Anchor, Card, Text } from "@mantine/core";
import { Link } from "react-router";
import type { JournalEntry } from "#contract/journal.schema.ts";
import { formatDateTime } from "#web/lib/format.ts";
import classes from "./journal.module.css";
import { subjectLink } from "./journal-links.ts";
import { actionLabel, actorLabel, describeDetails, shortReference } from "./journal-texts.ts";

/** A table on wide screens; on narrow ones each row folds into a small card. */
export function JournalTable({ entries }: { entries: JournalEntry[] }) {
  return (
    <Card withBorder padding={0}>
      <table className={classes.table}>
        <caption className="visually-hidden">Entrées du journal, les plus récentes d’abord</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Auteur</th>
            <th scope="col">Action</th>
            <th scope="col">Détails</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function EntryRow({ entry }: { entry: JournalEntry }) {
  const link = subjectLink(entry);
  return (
    <tr>
      <td className={classes.date}>
        <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
      </td>
      <td className={classes.actor}>{actorLabel(entry.actor)}</td>
      <td className={classes.action}>{actionLabel(entry.action)}</td>
      <td className={classes.details}>
        {describeDetails(entry.details).map((detail) => (
          <Text key={detail} size="sm" className={classes.detail ?? ""}>
            {detail}
          </Text>
        ))}
        {entry.subject && (
          <Text size="xs" c="dimmed" className={classes.detail ?? ""} title={entry.subject}>
            {link && (
              <Anchor component={Link} to={link.address} inherit className={classes.link ?? ""}>
                {link.label}
              </Anchor>
            )}
            {shortReference(entry.subject)}
          </Text>
        )}
      </td>
    </tr>
  );
}
