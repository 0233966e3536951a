import { type FocusEvent, type PointerEvent, useRef } from "react";

/** A pointer on its way across is gone again sooner. */
const restMs = 50;

/**
 * The handlers of a link for what is done as soon as somebody reaches for it: rests on it with the pointer, moves the focus there, or
 * presses it. From there to the click a hand needs a tenth of a second or more.
 */
export function useReach(onReach: () => void) {
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const begin = (_event: PointerEvent | FocusEvent) => {
    clearTimeout(rest.current);
    rest.current = setTimeout(onReach, restMs);
  };
  const end = () => clearTimeout(rest.current);
  return {
    onPointerEnter: begin,
    onPointerLeave: end,
    onFocus: begin,
    onBlur: end,
    onPointerDown: () => {
      end();
      onReach();
    },
  };
}
