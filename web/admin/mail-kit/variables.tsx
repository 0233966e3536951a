import "@mantine/core/styles/Menu.css";
import { Menu } from "@mantine/core";
import type { ReactElement } from "react";
import { type TemplateVariable, templateVariables } from "#contract/template-variables.ts";
import classes from "./mail-kit.module.css";

/** The meaning of a variable, for the writer. */
const variableMeanings: Record<TemplateVariable, string> = {
  name: "nom ou marque",
  firstName: "prénom",
  email: "adresse e-mail",
  date: "date du jour",
  referralLink: "lien de parrainage",
  friends: "nombre d’amies confirmées",
  code: "code d’invitation (vagues seulement)",
  link: "page de l’invitation (vagues seulement)",
};

const placeholderOf = (name: TemplateVariable) => `{{${name}}}`;

/** The variables that a text may contain, with their meaning. */
export function VariableHints() {
  return (
    <p className={classes.variables}>
      <span>Variables :</span>
      {templateVariables.map((name) => (
        <span key={name}>
          <code>{placeholderOf(name)}</code> {variableMeanings[name]}
        </span>
      ))}
    </p>
  );
}

type VariablesMenuProps = {
  /** The button that opens the menu. */
  children: ReactElement;
  /** Inserts the text at the cursor and focuses that place. */
  onInsert: (text: string) => void;
};

/** A menu of the variables that a text may contain. */
export function VariablesMenu({ children, onInsert }: VariablesMenuProps) {
  return (
    <Menu
      withinPortal={false}
      position="bottom-end"
      shadow="md"
      returnFocus
      withInitialFocusPlaceholder={false} // the first variable has the focus at once
    >
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {templateVariables.map((name) => (
          <Menu.Item
            key={name}
            mih={44}
            // Waits until the menu has returned the focus.
            onClick={() => requestAnimationFrame(() => onInsert(placeholderOf(name)))}
          >
            <code>{placeholderOf(name)}</code> {variableMeanings[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Inserts a text at the cursor and moves the cursor behind it. @param onChange receives the whole new value */
export function insertAtCursor(
  field: HTMLInputElement | HTMLTextAreaElement,
  text: string,
  onChange: (value: string) => void,
): void {
  const { value, selectionStart, selectionEnd } = field;
  const start = selectionStart ?? value.length;
  onChange(value.slice(0, start) + text + value.slice(selectionEnd ?? start));
  requestAnimationFrame(() => {
    field.focus();
    field.setSelectionRange(start + text.length, start + text.length);
  });
}
