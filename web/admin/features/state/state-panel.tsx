import { Anchor, Button, Paper, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconClockCheck } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import type { State, StateRow } from "#contract/state.schema.ts";
import { stateLabels, stateScreens, stateVerdictLabels } from "#contract/state.ts";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { VerdictBadge } from "#web/admin/mail-kit/verdict-badge.tsx";
import { ConfirmDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { isConfirmationDeclined } from "#web/admin/ui/reauthentication.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { formatCount, formatDateTime } from "#web/lib/format.ts";
import { useConfirmClock } from "./state.api.ts";
import classes from "./state.module.css";

type Props = {
  state: State;
  /** True while a new check runs. */
  busy: boolean;
  /** True when the last check failed: the state is that of an earlier one. */
  failed: boolean;
};

export function StatePanel({ state: { checkedAt, version, rows }, busy, failed }: Props) {
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
        {busy && "Vérification en cours…"}
        {!busy && !failed && `Vérification terminée : ${outcome}.`}
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

type RowProps = { row: StateRow; checkedAt: string };

/** A row shows the check, its verdict, the finding, the sentence that explains the fix, and a button for the fix. */
function StateRowItem({ row: { key, verdict, found, fix, action }, checkedAt }: RowProps) {
  const screen = fix === undefined ? undefined : stateScreens[key];
  return (
    <li className={classes.row} data-verdict={verdict}>
      <div className={classes.what}>
        <h3 className={classes.label}>{stateLabels[key]}</h3>
        <VerdictBadge verdict={verdict} label={stateVerdictLabels[verdict]} />
      </div>
      <div className={classes.details}>
        <p className={classes.found}>{found}</p>
        {fix && <p className={classes.fix}>{fix}</p>}
        {action === "confirm_clock" && <ConfirmClock at={checkedAt} />}
        {screen && (
          <Anchor component={Link} to={screenAddress(screen.path)} size="sm" underline="always">
            {screen.label}
          </Anchor>
        )}
      </div>
    </li>
  );
}

/** @param at the time of the server's clock */
function ConfirmClock({ at }: { at: string }) {
  const [open, setOpen] = useState(false);
  const confirm = useConfirmClock();
  const close = () => {
    setOpen(false);
    confirm.reset();
  };
  const submit = () =>
    confirm.mutate(at, {
      onSuccess: () => {
        notifications.show({ color: "green", message: "Horloge confirmée. L’entretien reprend." });
        close();
      },
    });
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconClockCheck size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        L’horloge est juste
      </Button>
      <ConfirmDialog
        title="L’horloge est-elle juste ?"
        open={open}
        onClose={close}
        confirm="L’horloge est juste"
        danger
        pending={confirm.isPending}
        onConfirm={submit}
      >
        <Text mb="sm">
          Le serveur indique le <strong>{formatDateTime(at)}</strong>.
        </Text>
        <Text mb="sm">
          Si vous confirmez, tout ce qui est arrivé à échéance à cette date est supprimé aussitôt&nbsp;:
          inscriptions inactives, anciennes sauvegardes, journal. Les envois, vagues et rappels programmés
          dont l’heure est passée partent. On ne peut pas revenir en arrière.
        </Text>
        {!isConfirmationDeclined(confirm.error) && (
          <ErrorAlert error={confirm.error} onClose={confirm.reset} />
        )}
      </ConfirmDialog>
    </>
  );
}
