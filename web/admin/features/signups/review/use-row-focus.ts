import { useEffect, useRef } from "react";
import { rowId } from "#web/admin/ui/focus.ts";

/** The element that takes the focus when no row is left. */
export const emptyListId = "no-signups";

/** The row that holds the focus, if one does. */
export function focusedRowId(): string | null {
  return document.activeElement?.closest<HTMLElement>("[data-signup]")?.dataset.signup ?? null;
}

export function isRowDrawn(id: string): boolean {
  return document.getElementById(rowId(id)) !== null;
}

/** @param still the list stays where it is, although the row may be out of view */
export function focusRow(id: string, { still = false } = {}): void {
  const row = document.getElementById(rowId(id));
  row?.focus({ preventScroll: true });
  if (!still) row?.scrollIntoView({ block: "nearest" });
}

/** Whether what holds the focus was pressed with a pointer: a list that scrolls would bring another person under it. */
export function isPointed(): boolean {
  return document.activeElement?.matches("[data-signup] button:not(:focus-visible)") ?? false;
}

/** A row that leaves the list while it holds the focus gives it to the row that takes its place, not to the page. */
export function useRowFocus(ids: readonly string[]): void {
  const held = useRef<{ id: string; index: number } | null>(null);
  const key = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is what `ids` holds.
  useEffect(() => {
    const before = held.current;
    if (before && !ids.includes(before.id) && document.activeElement === document.body) {
      const heir = ids[Math.min(before.index, ids.length - 1)];
      if (heir !== undefined) focusRow(heir);
      else document.getElementById(emptyListId)?.focus();
    }
    const note = () => {
      const id = focusedRowId();
      held.current = id === null ? null : { id, index: ids.indexOf(id) };
    };
    note();
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [key]);
}
