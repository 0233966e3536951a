import { Button, Card, Text } from "@mantine/core";
import { suppressionReasonLabels } from "#contract/privacy.ts";
import { type Suppression, suppressionMessages } from "#contract/suppressions.schema.ts";
import { formatDateTime } from "#web/lib/format.ts";
import classes from "./suppressions.module.css";

type Props = { items: Suppression[]; onLift: (suppression: Suppression) => void };

/** A table on wide screens; on narrow ones each row folds into a small card. */
export function SuppressionsTable({ items, onLift }: Props) {
  return (
    <Card withBorder padding={0}>
      <table className={classes.table}>
        <caption className="visually-hidden">Adresses bloquées, les plus récentes d’abord</caption>
        <thead>
          <tr>
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
            <SuppressionRow key={item.id} item={item} onLift={() => onLift(item)} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function SuppressionRow({ item, onLift }: { item: Suppression; onLift: () => void }) {
  const { email, reason, scope, at, source } = item;
  const label = suppressionReasonLabels[reason];
  return (
    <tr>
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
