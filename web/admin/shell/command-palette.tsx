import { Modal } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import classes from "./command-palette.module.css";
import { PaletteOptions } from "./palette-options.tsx";
import type { Screen } from "./screens.ts";
import { type Destination, usePaletteDestinations } from "./use-palette-destinations.ts";

type Props = { screens: Screen[]; onClose: () => void };

const listId = "palette-list";
const optionId = (index: number) => `palette-option-${index}`;

/** Ctrl+K: types a few letters, goes to a screen or opens a sign-up. The focus stays in the field; arrows choose. */
export default function CommandPalette({ screens, onClose }: Props) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const navigate = useNavigate();
  const { destinations, searching } = usePaletteDestinations(text, screens);
  const active = Math.min(chosen, destinations.length - 1);

  const go = (destination: Destination | undefined) => {
    if (!destination) return;
    onClose();
    void navigate(destination.address);
  };
  const step = (by: number) => {
    const count = destinations.length;
    if (count > 0) setChosen((active + by + count) % count);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") step(1);
    else if (event.key === "ArrowUp") step(-1);
    else if (event.key === "Enter") go(destinations[active]);
    else return;
    event.preventDefault();
  };

  return (
    <Modal.Root opened onClose={onClose} size="lg" yOffset="12vh" returnFocus>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Title className="visually-hidden">Aller à un écran ou à une inscription</Modal.Title>
        <input
          data-autofocus
          className={classes.field}
          type="text"
          role="combobox"
          aria-label="Rechercher un écran ou une inscription"
          aria-expanded={destinations.length > 0}
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
          destinations={destinations}
          active={active}
          onHover={setChosen}
          onGo={go}
        />
        <p role="status" className={classes.status}>
          {statusText(destinations.length, searching)}
        </p>
      </Modal.Content>
    </Modal.Root>
  );
}

function statusText(count: number, searching: boolean): string {
  if (searching) return "Recherche…";
  if (count === 0) return "Rien ne correspond. Essayez un autre nom ou une autre adresse.";
  return "↑ ↓ pour choisir, Entrée pour ouvrir, Échap pour fermer";
}
