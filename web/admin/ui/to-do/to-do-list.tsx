import { Anchor, Badge, Paper, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type MouseEvent, type RefObject, useId, useRef } from "react";
import { Link } from "react-router";
import { type ToDoLevel, type ToDoRow, toDoLevelLabels } from "#contract/to-do.schema.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { focusHeading } from "#web/admin/ui/focus.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { formatCount } from "#web/lib/format.ts";
import { AddSamples } from "./add-samples.tsx";
import { useDismissNotice, useRemoveSamples } from "./to-do.api.ts";
import classes from "./to-do-list.module.css";

const colours: Record<ToDoLevel, string> = {
  fault: "red",
  opening: "yellow",
  first: "yellow",
  samples: "blue",
  notice: "gray",
};

/** Lists the open rows, each with its link and its actions. Renders nothing without an open row. */
export function ToDoList({ title, rows }: { title: string; rows: ToDoRow[] }) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const open = rows.filter(({ done }) => !done);
  if (open.length === 0) return null;
  return (
    <Paper component="section" withBorder className={classes.panel ?? ""} aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {title}
      </Title>
      <Progress rows={rows} />
      <ul ref={list} className={classes.rows}>
        {open.map((row) => (
          <li key={row.key} className={classes.row}>
            <Badge variant="light" radius="sm" tt="none" miw="max-content" color={colours[row.level]}>
              {toDoLevelLabels[row.level]}
            </Badge>
            <div className={classes.text}>
              <Anchor component={Link} to={screenAddress(row.link)} className={classes.sentence ?? ""}>
                {row.sentence}
              </Anchor>
              {row.details.map((line) => (
                <p key={line} className={classes.details}>
                  {line}
                </p>
              ))}
              {row.key === "signup" && <AddSamples size="xs" />}
              {row.level === "samples" && <RemoveSamples />}
              {row.level === "notice" && <DismissNotice notice={row} list={list} />}
            </div>
          </li>
        ))}
      </ul>
    </Paper>
  );
}

function Progress({ rows }: { rows: ToDoRow[] }) {
  const steps = rows.filter(({ level }) => level === "opening" || level === "first");
  const left = steps.filter(({ done }) => !done).length;
  if (left === 0) return null;
  return (
    <p className={classes.progress}>
      {formatCount(left, "étape reste", "étapes restent")} à faire, sur {steps.length}.
    </p>
  );
}

function RemoveSamples() {
  const remove = useRemoveSamples((removed) => {
    focusHeading();
    notifications.show({
      message: `${formatCount(removed, "inscription d’exemple retirée", "inscriptions d’exemple retirées")}.`,
    });
  });
  return (
    <>
      <ErrorAlert error={remove.error} onClose={remove.reset} />
      <SavingButton variant="default" size="xs" loading={remove.isPending} onClick={() => remove.mutate()}>
        Retirer les exemples
      </SavingButton>
    </>
  );
}

type DismissProps = { notice: ToDoRow; list: RefObject<HTMLUListElement | null> };

function DismissNotice({ notice: { key, sentence, details }, list }: DismissProps) {
  const dismiss = useDismissNotice();
  const onDismiss = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>("button") ?? [])];
    const index = buttons.indexOf(currentTarget);
    // The button disappears with its notice, so a neighbour or the screen's heading takes the focus.
    const heir = buttons[index + 1] ?? buttons[index - 1];
    dismiss.mutate(key, { onSuccess: () => (heir ? heir.focus() : focusHeading()) });
  };
  return (
    <>
      <ErrorAlert error={dismiss.error} onClose={dismiss.reset} />
      <SavingButton
        variant="default"
        size="xs"
        loading={dismiss.isPending}
        aria-label={`J’ai compris : ${sentence}. ${details[0]}`}
        onClick={onDismiss}
      >
        J’ai compris
      </SavingButton>
    </>
  );
}
