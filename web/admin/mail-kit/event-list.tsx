import { Text } from "@mantine/core";
import type { EmailEvent } from "#contract/bounces.schema.ts";
import { emailEventKindLabels, speakerLabels } from "#contract/bounces.ts";
import { foreignLines, quoteWords } from "#contract/quoted-words.ts";
import { formatDateTime } from "#web/lib/format.ts";
import classes from "./event-list.module.css";

/** Quotes the answers and reports of mail servers about a message or an address. */
export function EventList({ events }: { events: EmailEvent[] }) {
  return (
    <ul className={classes.events}>
      {events.map((event) => (
        <li key={`${event.at}${event.kind}${event.source}${event.statusCode}${event.verified}`}>
          <Text size="sm">
            <strong>
              {!event.verified && "Non vérifié\u00a0: "}
              {emailEventKindLabels[event.kind]}
            </strong>
            {event.statusCode && ` (${event.statusCode})`},{" "}
            <time dateTime={event.at}>{formatDateTime(event.at)}</time>
          </Text>
          {!event.verified && (
            <Text size="sm" c="dimmed">
              Ce rapport ne porte pas la signature du message&nbsp;: n’importe qui peut l’avoir écrit. Il ne
              bloque aucune adresse et n’arrête aucun envoi.
            </Text>
          )}
          {event.serverWords && (
            <Text size="sm">{quoteWords(speakerLabels[event.source], event.serverWords)}</Text>
          )}
          {event.headers && (
            <details>
              <summary>En-têtes du rapport</summary>
              <pre className={classes.headers}>{foreignLines(event.headers)}</pre>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
