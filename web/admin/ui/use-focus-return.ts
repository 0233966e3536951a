import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * A dialog gives the focus back to what had it before, also one that is taken away while it is open or stood open from its
 * beginning: Mantine's own way notices neither. Whoever has moved the focus elsewhere meanwhile keeps it there.
 * @param contentId of an element inside the dialog
 */
export function useFocusReturn(open: boolean, contentId: string): void {
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement;
  }, [open]);
  useEffect(() => {
    if (!open) return;
    return () => {
      requestAnimationFrame(() => {
        const dialog = document.getElementById(contentId)?.closest("[role=dialog]");
        const focused = document.activeElement;
        const isFree = focused === document.body || (focused && dialog?.contains(focused));
        if (isFree && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
      });
    };
  }, [open, contentId]);
}
