import { useEffect, useRef } from "react";
import { rowId } from "#web/admin/ui/use-named-row.ts";

/** What takes the focus when no row is left. */
export const emptyListId = "no-signups";

/** The row that holds the focus, if one does. */
export function focusedRowId(): string | null {
  return document.activeElement?.closest<HTMLElement>("[data-signup]")?.dataset.signup ?? null;
}

export function focusRow(id: string): void {
  const row = document.getElementById(rowId(id));
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
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
