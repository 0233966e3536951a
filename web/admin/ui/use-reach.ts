import { type FocusEvent, type PointerEvent, useRef } from "react";

/** A pointer on its way across is gone again sooner, and so is a finger that scrolls. */
const pointerRestMs = 50;
/** Whoever tabs through links is on to the next one sooner. */
const focusRestMs = 300;

/**
 * The handlers of a link for what is done as soon as somebody reaches for it: rests on it with the pointer, a finger or the focus,
 * or presses it. A hand with a mouse lets go some 200 ms after it came.
 */
export function useReach(onReach: () => void) {
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const end = () => clearTimeout(rest.current);
  const begin = (ms: number) => {
    end();
    rest.current = setTimeout(onReach, ms);
  };
  return {
    onPointerEnter: () => begin(pointerRestMs),
    onPointerLeave: end,
    onFocus: ({ currentTarget }: FocusEvent) => currentTarget.matches(":focus-visible") && begin(focusRestMs),
    onBlur: end,
    onPointerDown: ({ pointerType }: PointerEvent) => {
      if (pointerType === "touch") return;
      end();
      onReach();
    },
  };
}
