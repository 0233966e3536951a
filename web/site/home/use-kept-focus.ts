import { type RefObject, useCallback, useLayoutEffect, useRef } from "react";

/**
 * Buttons take each other's place in the player: when the focused one goes, the focus moves to the first of the new ones.
 * @returns to be called before every change, while the old buttons are still there
 */
export function useKeptFocus(frame: RefObject<HTMLElement | null>, mode: string): () => void {
  const inside = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changes with the mode are the buttons
  useLayoutEffect(() => {
    const now = document.activeElement;
    if (!inside.current || (now?.tagName === "BUTTON" && frame.current?.contains(now))) return;
    frame.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [mode]);
  return useCallback(() => {
    inside.current = frame.current?.contains(document.activeElement) ?? false;
  }, [frame]);
}
