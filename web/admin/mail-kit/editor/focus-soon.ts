import type { RefObject } from "react";

/** Once the dialog that holds the focus is gone. */
export function focusSoon(target: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => target.current?.focus());
}
