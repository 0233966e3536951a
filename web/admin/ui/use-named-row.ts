import { useEffect } from "react";
import { useQueryString } from "./use-query-string.ts";

/** The element id of a row that an address can name. */
export function rowId(id: string): string {
  return `row-${id}`;
}

/**
 * The row of a list that the address names (`?question=…`): once the list is there, it is brought into view and takes the
 * focus.
 * @param ids of the rows; undefined while they are read
 * @returns the row's id, and whether the address names one that is not there (any more)
 */
export function useNamedRow(parameter: string, ids: readonly string[] | undefined) {
  const { query } = useQueryString();
  const named = query.get(parameter);
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
