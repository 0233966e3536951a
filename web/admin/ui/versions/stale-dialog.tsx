import { Button, Text } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { focusField } from "#web/admin/ui/focus.ts";
import { formatCount } from "#web/lib/format.ts";
import {
  type ComparedField,
  compareFields,
  compareLines,
  type EditedFields,
  foldLines,
  readableLines,
} from "./merge-edit.ts";
import classes from "./stale-dialog.module.css";
import type { StaleEdit } from "./use-versioned-form.ts";

type Props<Values extends object> = {
  edit: StaleEdit<Values>;
  /** The screen's name for the edited item: 'Modèle « Inscription approuvée »'. */
  thing: string;
  fields: EditedFields<Values>;
};

/** Appears when another admin saved while this form was open. Shows both versions side by side and asks which one to keep. */
export function StaleDialog<Values extends object>({ edit, thing, fields }: Props<Values>) {
  const { stale, together } = edit;
  if (!stale) return null;
  const compared = compareFields(stale.edit, fields, together);
  const own = compared.filter(({ touched }) => touched);
  const others = compared.filter(({ touched }) => !touched);
  const hasOwn = own.length > 0;
  const backToForm = (decide: () => void) => () => {
    decide();
    requestAnimationFrame(() => focusField(compared[0]?.name));
  };
  const continueEditing = backToForm(edit.continueEditing);
  return (
    <AdminDialog
      title="Modifié entre-temps"
      open
      onClose={continueEditing}
      size="60rem"
      actions={
        <div className={classes.actions}>
          <Button variant="subtle" color="gray" onClick={continueEditing}>
            Continuer à modifier
          </Button>
          <Button variant={hasOwn ? "default" : "filled"} onClick={backToForm(edit.takePresent)}>
            Prendre la version enregistrée
          </Button>
          {hasOwn && <Button onClick={edit.keepMine}>Enregistrer ma version</Button>}
        </div>
      }
    >
      {/* Takes the focus, so that it is read first. Focusing a button at the end would scroll a long comparison out of view. */}
      <div className={classes.intro} tabIndex={-1} data-autofocus>
        <Text className={classes.thing ?? ""}>{thing}</Text>
        <Text>
          {stale.message} {hasOwn ? ownChanges : noOwnChanges}
        </Text>
      </div>
      {own.map((field) => (
        <BothStates key={field.name} field={field} />
      ))}
      {others.length > 0 && (
        <ConflictingChanges title={hasOwn ? "Gardé dans les deux cas" : "Ce qui a changé"} fields={others} />
      )}
    </AdminDialog>
  );
}

const ownChanges = "Votre saisie n’est pas perdue : comparez, puis choisissez la version qui doit rester.";
const noOwnChanges = "Elle contient déjà tout ce que vous avez saisi.";

function BothStates({ field }: { field: ComparedField }) {
  const titleId = useId();
  const [mine, present] = shownStates(field);
  return (
    <section className={classes.field} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.label}>
        {field.label}
      </h3>
      <dl className={classes.states}>
        <div className={classes.state} data-mine>
          <dt>Votre version</dt>
          <dd>{mine}</dd>
        </div>
        <div className={classes.state}>
          <dt>Version enregistrée</dt>
          <dd>{present}</dd>
        </div>
      </dl>
    </section>
  );
}

/** Changes without a conflict, shown for information. */
function ConflictingChanges({ title, fields }: { title: string; fields: ComparedField[] }) {
  const titleId = useId();
  return (
    <section className={classes.others} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.label}>
        {title}
      </h3>
      <p className={classes.soft}>Modifié dans la version enregistrée, et vous n’y avez pas touché.</p>
      <dl>
        {fields.map((field) => (
          <div key={field.name}>
            <dt>{field.label}</dt>
            <dd>{shownStates(field)[1]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function shownStates({ mine, present, html }: ComparedField): [mine: ReactNode, present: ReactNode] {
  const empty = <span className={classes.soft}>Vide</span>;
  if (!html) return [mine || empty, present || empty];
  const [mineLines, presentLines] = compareLines(readableLines(mine), readableLines(present));
  return [
    <Lines key="mine" lines={foldLines(mineLines)} />,
    <Lines key="present" lines={foldLines(presentLines)} />,
  ];
}

/** Marks lines that differ and only counts equal lines. */
function Lines({ lines }: { lines: ReturnType<typeof foldLines> }) {
  return (
    <div className={classes.lines}>
      {lines.map((line, index) => {
        const key = `${index}`;
        if (typeof line === "number") {
          return (
            <span key={key} className={classes.fold}>
              {formatCount(line, "ligne identique", "lignes identiques")}
            </span>
          );
        }
        return line.differs ? <mark key={key}>{line.text}</mark> : <span key={key}>{line.text}</span>;
      })}
    </div>
  );
}
