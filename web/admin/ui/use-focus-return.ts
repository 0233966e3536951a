import { useEffect, useLayoutEffect, useRef } from "react";
import { focusHeading } from "./use-route-announcement.ts";

/** What had the focus before a dialog, and where it or its row stood, should it be gone by the time the dialog closes. */
type Place = { element: HTMLElement; parent: Element | null; list: Element | null; index: number };

/** The last place outside all dialogs while any is open: what a dialog over another one, or after it, goes back to. */
let outside: Place | null = null;
let openDialogs = 0;

function placeOf(element: HTMLElement): Place {
  const row = element.closest("tr, li");
  const list = row?.parentElement ?? null;
  const parent = element.parentElement;
  return { element, parent, list, index: row && list ? [...list.children].indexOf(row) : -1 };
}

/** Its element; the row that took its row's place, or the button that took its own; the main heading. */
function focusPlace({ element, parent, list, index }: Place): void {
  if (element.isConnected && element !== document.body) {
    element.focus({ preventScroll: true });
    return;
  }
  const row = list?.isConnected ? list.children[Math.min(index, list.children.length - 1)] : undefined;
  const heir = row ?? (parent?.isConnected && parent.closest("main") ? parent : undefined);
  const target = heir?.hasAttribute("tabindex") ? heir : heir?.querySelector("a[href], button, input");
  if (target instanceof HTMLElement) target.focus();
  if (document.activeElement === document.body) focusHeading();
}

/** A row that leaves a moment after its dialog takes the focus with it: until somebody moves on, its place is looked after. */
function watchPlace(place: Place): void {
  const observer = new MutationObserver(() => {
    if (place.element.isConnected) return;
    stop();
    if (document.activeElement === document.body) focusPlace(place);
  });
  const stop = () => {
    observer.disconnect();
    document.removeEventListener("focusin", stop);
  };
  document.addEventListener("focusin", stop);
  const screen = document.querySelector("main");
  if (screen) observer.observe(screen, { childList: true, subtree: true });
}

/**
 * A dialog gives the focus back to what had it before, also one that is taken away while it is open or stood open from its
 * beginning: Mantine's own way notices neither. What went away with what the dialog did hands it to the next row, or to the
 * main heading. Whoever has moved the focus elsewhere meanwhile keeps it there.
 * @param contentId of an element inside the dialog
 */
export function useFocusReturn(open: boolean, contentId: string): void {
  const before = useRef<Place | null>(null);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (!open || !(focused instanceof HTMLElement)) return;
    // A dialog that made way for this one took its focus with it.
    const isLost = focused === document.body && outside !== null;
    before.current = isLost ? outside : placeOf(focused);
    if (!isLost && !focused.closest("[role=dialog]")) outside = before.current;
  }, [open]);
  useEffect(() => {
    if (!open) return;
    openDialogs += 1;
    return () => {
      openDialogs -= 1;
      requestAnimationFrame(() => {
        const dialog = document.getElementById(contentId)?.closest("[role=dialog]");
        const focused = document.activeElement;
        const isFree = focused === document.body || (focused && dialog?.contains(focused));
        const place = before.current?.element.isConnected ? before.current : (outside ?? before.current);
        if (openDialogs === 0) outside = null;
        if (!isFree || !place) return;
        focusPlace(place);
        watchPlace(place);
      });
    };
  }, [open, contentId]);
}
