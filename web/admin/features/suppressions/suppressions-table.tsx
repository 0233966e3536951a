import { Card, Text } from "@mantine/core";
import { suppressionReasonLabels } from "#contract/privacy.ts";
import { type Suppression, suppressionMessages } from "#contract/suppressions.schema.ts";
import { EventList } from "#web/admin/mail-kit/event-list.tsx";
import { RowButton, RowCheckbox } from "#web/admin/ui/row/row-parts.tsx";
import { ColumnHeader, DataTable, RowHeader } from "#web/admin/ui/table/data-table.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import classes from "./suppressions.module.css";

type Props = {
  items: Suppression[];
  /** Ids. */
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  onLift: (suppression: Suppression) => void;
};

export function SuppressionsTable({ items, selected, onSelect, onLift }: Props) {
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <Card withBorder padding={0}>
      <DataTable
        folds
        caption="Adresses bloquées, les plus récentes d’abord"
        head={
          <>
            <ColumnHeader hidden>Choisir</ColumnHeader>
            <ColumnHeader>Adresse</ColumnHeader>
            <ColumnHeader>Motif</ColumnHeader>
            <ColumnHeader>Depuis</ColumnHeader>
            <ColumnHeader>Origine</ColumnHeader>
            <ColumnHeader hidden>Action</ColumnHeader>
          </>
        }
      >
        {items.map((item) => (
          <SuppressionRow
            key={item.id}
            item={item}
            isSelected={selected.has(item.id)}
            onToggle={() => toggle(item.id)}
            onLift={() => onLift(item)}
          />
        ))}
      </DataTable>
    </Card>
  );
}

type RowProps = { item: Suppression; isSelected: boolean; onToggle: () => void; onLift: () => void };

function SuppressionRow({ item, isSelected, onToggle, onLift }: RowProps) {
  const { email, reason, scope, at, source, until, events } = item;
  const label = suppressionReasonLabels[reason];
  return (
    <tr>
      <td data-beside>
        {reason !== "limited" && (
          <RowCheckbox
            name={`Choisir ${email ?? suppressionMessages.erased} (${label})`}
            checked={isSelected}
            onChange={onToggle}
          />
        )}
      </td>
      <RowHeader>
        {email ?? (
          <Text span c="dimmed" fs="italic">
            {suppressionMessages.erased}
          </Text>
        )}
      </RowHeader>
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
          <details className={classes.details}>
            <summary>Retours</summary>
            <EventList events={events} />
          </details>
        )}
      </td>
      <td data-beside data-label="Depuis" className={classes.date}>
        <time dateTime={at}>{formatDateTime(at)}</time>
      </td>
      <td data-beside>{source}</td>
      <td>
        {reason === "limited" ? (
          <Text size="sm" c="dimmed">
            {suppressionMessages.limited}
          </Text>
        ) : (
          <RowButton
            aria-label={`Débloquer ${email ?? suppressionMessages.erased} (${label})`}
            onClick={onLift}
          >
            Débloquer
          </RowButton>
        )}
      </td>
    </tr>
  );
}
