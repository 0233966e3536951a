import { Button, Card, Checkbox, Text } from "@mantine/core";
import { suppressionReasonLabels } from "#contract/privacy.ts";
import { type Suppression, suppressionMessages } from "#contract/suppressions.schema.ts";
import { EventList } from "#web/admin/mail-kit/event-list.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import classes from "./suppressions.module.css";

type Props = {
  items: Suppression[];
  /** Ids. */
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  onLift: (suppression: Suppression) => void;
};

/** A table on wide screens; on narrow ones each row folds into a small card. */
export function SuppressionsTable({ items, selected, onSelect, onLift }: Props) {
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <Card withBorder padding={0}>
      <table className={classes.table}>
        <caption className="visually-hidden">Adresses bloquées, les plus récentes d’abord</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Choisir</span>
            </th>
            <th scope="col">Adresse</th>
            <th scope="col">Motif</th>
            <th scope="col">Depuis</th>
            <th scope="col">Origine</th>
            <th scope="col">
              <span className="visually-hidden">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <SuppressionRow
              key={item.id}
              item={item}
              isSelected={selected.has(item.id)}
              onToggle={() => toggle(item.id)}
              onLift={() => onLift(item)}
            />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

type RowProps = { item: Suppression; isSelected: boolean; onToggle: () => void; onLift: () => void };

function SuppressionRow({ item, isSelected, onToggle, onLift }: RowProps) {
  const { email, reason, scope, at, source, until, events } = item;
  const label = suppressionReasonLabels[reason];
  return (
    <tr>
      <td className={classes.choice}>
        {reason !== "limited" && (
          <Checkbox
            aria-label={`Choisir ${email ?? suppressionMessages.erased} (${label})`}
            checked={isSelected}
            onChange={onToggle}
          />
        )}
      </td>
      <td className={classes.address}>
        {email ?? (
          <Text span c="dimmed" fs="italic">
            {suppressionMessages.erased}
          </Text>
        )}
      </td>
      <td>
        {label}
        {scope === "all" && (
          <Text size="sm" c="dimmed">
            Aucun message
          </Text>
        )}
        {until !== null && (
          <Text size="sm" c="dimmed">
            Jusqu’au <time dateTime={until}>{formatDateTime(until)}</time>
          </Text>
        )}
        {events.length > 0 && (
          <details className={classes.told}>
            <summary>Réponse du serveur</summary>
            <EventList events={events} />
          </details>
        )}
      </td>
      <td className={classes.date}>
        <time dateTime={at}>{formatDateTime(at)}</time>
      </td>
      <td className={classes.source}>{source}</td>
      <td className={classes.action}>
        {reason === "limited" ? (
          <Text size="sm" c="dimmed">
            {suppressionMessages.limited}
          </Text>
        ) : (
          <Button
            size="xs"
            variant="default"
            aria-label={`Débloquer ${email ?? suppressionMessages.erased} (${label})`}
            onClick={onLift}
          >
            Débloquer
          </Button>
        )}
      </td>
    </tr>
  );
}
