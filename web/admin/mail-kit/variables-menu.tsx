import "@mantine/core/styles/Menu.css";
import { Menu } from "@mantine/core";
import type { ReactElement } from "react";
import { templateVariables } from "#contract/template-variables.ts";
import { placeholderOf, variableMeanings } from "./variables.ts";

type Props = {
  /** A button, which opens the menu. */
  children: ReactElement;
  /** Puts the text where the cursor is, and the focus there. */
  onInsert: (text: string) => void;
};

/** The variables a text may hold. */
export function VariablesMenu({ children, onInsert }: Props) {
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
            // After the menu gave the focus back.
            onClick={() => requestAnimationFrame(() => onInsert(placeholderOf(name)))}
          >
            <code>{placeholderOf(name)}</code> {variableMeanings[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
