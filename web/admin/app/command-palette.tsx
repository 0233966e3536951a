import { Modal } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { KeyCommand } from "#web/admin/ui/keys/use-keys.ts";
import { useTopmostDialog } from "#web/admin/ui/use-topmost-dialog.ts";
import classes from "./command-palette.module.css";
import { PaletteOptions } from "./palette-options.tsx";
import type { Screen } from "./screens.ts";
import type { usePalette } from "./use-palette.ts";
import { type Choice, usePaletteChoices } from "./use-palette-choices.ts";

type Props = {
  screens: Screen[];
  palette: Pick<ReturnType<typeof usePalette>, "cancel" | "leave" | "run">;
  /** What keys do where it was opened. */
  commands: KeyCommand[];
};

const listId = "palette-list";
const optionId = (index: number) => `palette-option-${index}`;

/** Ctrl+K: types a few letters, goes to a screen, opens a sign-up, or does what a key would have done. The focus stays in the field; arrows choose. */
export default function CommandPalette({ screens, palette, commands }: Props) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const topmost = useTopmostDialog(true);
  const navigate = useNavigate();
  const { choices, searching } = usePaletteChoices(text, screens, commands);
  const active = Math.min(chosen, choices.length - 1);

  const take = (choice: Choice | undefined) => {
    if (!choice) return;
    if (choice.command) return palette.run(choice.command);
    palette.leave();
    void navigate(choice.address);
  };
  const step = (by: number) => {
    const count = choices.length;
    if (count > 0) setChosen((active + by + count) % count);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") step(1);
    else if (event.key === "ArrowUp") step(-1);
    else if (event.key === "Enter") take(choices[active]);
    else return;
    event.preventDefault();
  };

  return (
    <Modal.Root
      opened
      onClose={palette.cancel}
      size="lg"
      yOffset="12vh"
      returnFocus={false}
      closeOnEscape={topmost}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Title className="visually-hidden">Aller à un écran ou à une inscription</Modal.Title>
        <input
          // biome-ignore lint/a11y/noAutofocus: whoever opens it types on, before a timer of the dialog's would move the focus here
          autoFocus
          data-autofocus
          className={classes.field}
          type="text"
          role="combobox"
          aria-label="Rechercher un écran ou une inscription"
          aria-expanded={choices.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? optionId(active) : undefined}
          placeholder="Un écran, un nom, un e-mail…"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <PaletteOptions
          id={listId}
          optionId={optionId}
          choices={choices}
          active={active}
          onHover={setChosen}
          onTake={take}
        />
        <p role="status" className={classes.status}>
          {statusText(choices.length, searching)}
        </p>
      </Modal.Content>
    </Modal.Root>
  );
}

function statusText(count: number, searching: boolean): string {
  if (searching) return "Recherche…";
  if (count === 0) return "Rien ne correspond. Essayez un autre nom ou une autre adresse.";
  return "↑ ↓ pour choisir, Entrée pour valider, Échap pour fermer";
}
