import { useEffect, useRef, useState } from "react";
import { findKeyCommands, type KeyCommand } from "#web/admin/ui/keys/keys.ts";

/** Opens the palette, and returns the focus to its former place before a command acts. */
export function usePalette() {
  const [commands, setCommands] = useState<KeyCommand[] | null>(null);
  const origin = useRef<Element | null>(null);
  const afterwards = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (commands !== null) return;
    afterwards.current?.();
    afterwards.current = null;
  }, [commands]);

  const giveFocusBack = () => {
    if (origin.current instanceof HTMLElement) origin.current.focus({ preventScroll: true });
  };
  const closeAnd = (then: (() => void) | null) => {
    afterwards.current = then;
    setCommands(null);
  };
  return {
    /** The commands at the place where the palette was opened; null while it is closed. */
    commands,
    open() {
      if (commands !== null) return;
      origin.current = document.activeElement;
      setCommands(findKeyCommands());
    },
    cancel: () => closeAnd(giveFocusBack),
    /** Closes the palette without moving the focus, because the opened screen does that. */
    leave: () => closeAnd(null),
    run: ({ act }: KeyCommand) =>
      closeAnd(() => {
        giveFocusBack();
        // Commands change the address with `flushSync`, which React refuses inside an effect.
        queueMicrotask(act);
      }),
  };
}
