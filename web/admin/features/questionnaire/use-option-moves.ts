import { useId, useLayoutEffect, useRef, useState } from "react";
import type { MoveDirection } from "#contract/questionnaire.ts";
import type { OptionControl } from "./option-row.tsx";
import { focusFirstUsable, moveEntry, positionText } from "./reorder.ts";

/** Moves options, keeps the focus with the one that moved, and tells its new place. */
export function useOptionMoves(options: readonly string[], onChange: (options: string[]) => void) {
  const prefix = useId();
  const [announcement, setAnnouncement] = useState("");
  const wanted = useRef<string[]>([]);
  const idOf = (index: number, control: OptionControl) => `${prefix}${index}-${control}`;

  useLayoutEffect(() => {
    if (wanted.current.length > 0) focusFirstUsable(...wanted.current);
    wanted.current = [];
  });

  const move = (from: number, to: number) => {
    if (to < 0 || to >= options.length) return;
    onChange(moveEntry(options, from, to));
    setAnnouncement(positionText(options[from] || `Option ${from + 1}`, to, options.length));
  };
  return {
    announcement,
    idOf,
    move,
    step(index: number, direction: MoveDirection, control: OptionControl) {
      const to = direction === "up" ? index - 1 : index + 1;
      const other = direction === "up" ? "down" : "up";
      wanted.current = [idOf(to, control), idOf(to, other)];
      move(index, to);
    },
  };
}
