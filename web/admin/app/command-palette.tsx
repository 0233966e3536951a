import { Kbd, Modal } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useTopmostDialog } from "#web/admin/ui/admin-dialog.tsx";
import type { KeyCommand } from "#web/admin/ui/keys/keys.ts";
import classes from "./command-palette.module.css";
import type { Screen } from "./screens.ts";
import type { usePalette } from "./use-palette.ts";
import { type Choice, usePaletteChoices } from "./use-palette-choices.ts";

type CommandPaletteProps = {
  screens: Screen[];
  palette: Pick<ReturnType<typeof usePalette>, "cancel" | "leave" | "run">;
  /** The commands that the keys of the current screen run. */
  commands: KeyCommand[];
};

const listId = "palette-list";
const optionId = (index: number) => `palette-option-${index}`;

/**
 * Opened by Ctrl+K. Searches screens, sign-ups, help topics and the commands of keys. The focus stays in the field, and arrow keys
 * choose a result.
 */
export default function CommandPalette({ screens, palette, commands }: CommandPaletteProps) {
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
          // biome-ignore lint/a11y/noAutofocus: admins type at once, before the dialog's own timer moves the focus here
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

type PaletteOptionsProps = {
  id: string;
  optionId: (index: number) => string;
  choices: Choice[];
  active: number;
  onHover: (index: number) => void;
  onTake: (choice: Choice) => void;
};

function PaletteOptions({ id, optionId, choices, active, onHover, onTake }: PaletteOptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelectorAll("[role=option]")[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const groups = [...new Set(choices.map(({ group }) => group))];
  return (
    <div id={id} ref={list} role="listbox" aria-label="Résultats" tabIndex={-1} className={classes.list}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
        <div key={group} role="group" aria-label={group} className={classes.group}>
          <p aria-hidden className={classes.groupTitle}>
            {group}
          </p>
          {choices.map(
            (choice, index) =>
              choice.group === group && (
                <PaletteOption
                  key={choice.key}
                  id={optionId(index)}
                  choice={choice}
                  active={index === active}
                  onHover={() => onHover(index)}
                  onTake={() => onTake(choice)}
                />
              ),
          )}
        </div>
      ))}
    </div>
  );
}

type OptionProps = {
  id: string;
  choice: Choice;
  active: boolean;
  onHover: () => void;
  onTake: () => void;
};

function PaletteOption({ id, choice, active, onHover, onTake }: OptionProps) {
  return (
    // The field keeps the focus and handles the keys: the option only takes the pointer.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={classes.option}
      // A browser also fires this event when the list moves under a pointer that does not move.
      onMouseMove={({ movementX, movementY }) => {
        if (movementX !== 0 || movementY !== 0) onHover();
      }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
    >
      <choice.icon size={18} stroke={1.6} aria-hidden />
      <span className={classes.label}>
        <bdi lang={choice.isEnglish ? "en" : undefined}>{choice.label}</bdi>
      </span>
      {choice.hint !== undefined && <span className={classes.hint}>{choice.hint}</span>}
      {choice.shortcut !== undefined && (
        <span className={classes.shortcut}>
          <span className="visually-hidden">touche </span>
          <Kbd size="xs">{choice.shortcut}</Kbd>
        </span>
      )}
    </div>
  );
}
