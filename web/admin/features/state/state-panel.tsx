import { Paper, Text, Title } from "@mantine/core";
import type { State } from "#contract/state.schema.ts";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { formatCount, formatDateTime } from "#web/lib/format.ts";
import classes from "./state.module.css";
import { StateRowItem } from "./state-row-item.tsx";

type Props = { state: State /** A new check is running. */; busy: boolean };

export function StatePanel({ state: { checkedAt, version, rows }, busy }: Props) {
  const outcome = summaryOf(rows);
  return (
    <Paper
      component="section"
      withBorder
      className={mailClasses.panel ?? ""}
      aria-labelledby="state-title"
      aria-busy={busy}
    >
      <Title order={2} size="h3" id="state-title">
        {outcome}
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="sm">
        Tenue {version}, vérifié le <time dateTime={checkedAt}>{formatDateTime(checkedAt)}</time>
      </Text>
      <p role="status" className="visually-hidden">
        {busy ? "Vérification en cours…" : `Vérification terminée : ${outcome}.`}
      </p>
      <ul className={classes.rows} aria-label="Résultats de la vérification">
        {rows.map((row) => (
          <StateRowItem key={row.key} row={row} checkedAt={checkedAt} />
        ))}
      </ul>
    </Paper>
  );
}

function summaryOf(rows: State["rows"]): string {
  const wrong = rows.filter(({ verdict }) => verdict === "error" || verdict === "warn").length;
  return wrong === 0 ? "Rien à corriger" : formatCount(wrong, "ligne à corriger", "lignes à corriger");
}
