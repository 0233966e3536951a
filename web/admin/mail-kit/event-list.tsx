import { Text } from "@mantine/core";
import type { EmailEvent } from "#contract/bounces.schema.ts";
import { emailEventKindLabels } from "#contract/bounces.ts";
import { formatDateTime } from "#web/lib/format.ts";
import classes from "./event-list.module.css";

/** What servers told of a message or an address, in their own words. */
export function EventList({ events }: { events: EmailEvent[] }) {
  return (
    <ul className={classes.events}>
      {events.map((event) => (
        <li key={`${event.at}${event.kind}${event.statusCode}`}>
          <Text size="sm">
            <strong>{emailEventKindLabels[event.kind]}</strong>
            {event.statusCode && ` (${event.statusCode})`},{" "}
            <time dateTime={event.at}>{formatDateTime(event.at)}</time>
          </Text>
          {event.serverWords && (
            <Text size="sm" component="q" className={classes.words ?? ""}>
              {event.serverWords}
            </Text>
          )}
          {event.headers && (
            <details>
              <summary>En-têtes</summary>
              <pre className={classes.headers}>{event.headers}</pre>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
