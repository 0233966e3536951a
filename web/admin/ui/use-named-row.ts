import { useEffect } from "react";

/** The element id of a row that an address can name. */
export function rowId(id: string): string {
  return `row-${id}`;
}

/**
 * The row of a list that the address names: once the list is there, it is brought into view and takes the focus.
 * @param named the id; null when the address names none
 * @param ids of the rows; undefined while they are read
 * @returns the row's id, and whether the address names one that is not there (any more)
 */
export function useNamedRow(named: string | null, ids: readonly string[] | undefined) {
  const isThere = named !== null && ids?.includes(named) === true;
  useEffect(() => {
    if (!isThere) return;
    // Later than the heading, which takes the focus when the screen changes.
    const later = setTimeout(() => {
      const row = document.getElementById(rowId(named));
      row?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: "center" });
    });
    return () => clearTimeout(later);
  }, [named, isThere]);
  return { namedId: isThere ? named : null, isGone: named !== null && ids !== undefined && !isThere };
}
