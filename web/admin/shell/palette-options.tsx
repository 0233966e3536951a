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
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div id={id} ref={list} role="listbox" aria-label="Résultats" tabIndex={-1} className={classes.list}>
      {destinations.map((destination, index) => (
        // The field keeps the focus and handles the keys: the option only takes the pointer.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        <div
          key={destination.key}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={classes.option}
          onMouseMove={() => onHover(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onGo(destination)}
        >
          <destination.icon size={18} stroke={1.6} aria-hidden />
          <span className={classes.label}>
            <bdi>{destination.label}</bdi>
          </span>
          <span className={classes.hint}>{destination.hint}</span>
        </div>
      ))}
    </div>
  );
}
