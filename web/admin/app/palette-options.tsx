import { Kbd } from "@mantine/core";
import { useEffect, useRef } from "react";
import classes from "./command-palette.module.css";
import type { Choice } from "./use-palette-choices.ts";

type Props = {
  id: string;
  optionId: (index: number) => string;
  choices: Choice[];
  active: number;
  onHover: (index: number) => void;
  onTake: (choice: Choice) => void;
};

export function PaletteOptions({ id, optionId, choices, active, onHover, onTake }: Props) {
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
      // A browser also sends the event when the list moves under a pointer that rests.
      onMouseMove={({ movementX, movementY }) => {
        if (movementX !== 0 || movementY !== 0) onHover();
      }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
    >
      <choice.icon size={18} stroke={1.6} aria-hidden />
      <span className={classes.label}>
        <bdi>{choice.label}</bdi>
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
