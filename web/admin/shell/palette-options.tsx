import { Kbd } from "@mantine/core";
import { useEffect, useRef } from "react";
import classes from "./command-palette.module.css";
import type { Destination } from "./use-palette-destinations.ts";

type Props = {
  id: string;
  optionId: (index: number) => string;
  destinations: Destination[];
  active: number;
  onHover: (index: number) => void;
  onGo: (destination: Destination) => void;
};

export function PaletteOptions({ id, optionId, destinations, active, onHover, onGo }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelectorAll("[role=option]")[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const groups = [...new Set(destinations.map(({ group }) => group))];
  return (
    <div id={id} ref={list} role="listbox" aria-label="Résultats" tabIndex={-1} className={classes.list}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
        <div key={group} role="group" aria-label={group} className={classes.group}>
          <p aria-hidden className={classes.groupTitle}>
            {group}
          </p>
          {destinations.map(
            (destination, index) =>
              destination.group === group && (
                <PaletteOption
                  key={destination.key}
                  id={optionId(index)}
                  destination={destination}
                  active={index === active}
                  onHover={() => onHover(index)}
                  onGo={() => onGo(destination)}
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
  destination: Destination;
  active: boolean;
  onHover: () => void;
  onGo: () => void;
};

function PaletteOption({ id, destination, active, onHover, onGo }: OptionProps) {
  return (
    // The field keeps the focus and handles the keys: the option only takes the pointer.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={classes.option}
      onMouseMove={onHover}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onGo}
    >
      <destination.icon size={18} stroke={1.6} aria-hidden />
      <span className={classes.label}>
        <bdi>{destination.label}</bdi>
      </span>
      {destination.hint !== undefined && <span className={classes.hint}>{destination.hint}</span>}
      {destination.shortcut !== undefined && (
        <span className={classes.shortcut}>
          <span className="visually-hidden">touche </span>
          <Kbd size="xs">{destination.shortcut}</Kbd>
        </span>
      )}
    </div>
  );
}
