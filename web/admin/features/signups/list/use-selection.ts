import { useCallback, useState } from "react";
import type { ListParams } from "#web/admin/features/signups/list-params.ts";

type Selected = { filter: string; ids: ReadonlySet<string>; all: boolean };

/**
 * The rows chosen for an action: named ones, across pages, or all that the filter matches. A choice belongs to its filter:
 * with another one it is empty, so that an action never changes rows that are out of sight.
 */
export function useSelection({ status, search, answer }: ListParams) {
  const filter = JSON.stringify([status, search, answer]);
  const none: Selected = { filter, ids: new Set(), all: false };
  const [stored, setStored] = useState(none);
  const selected = stored.filter === filter ? stored : none;

  const setMany = (ids: string[], chosen: boolean) => {
    const next = new Set(selected.ids);
    for (const id of ids) chosen ? next.add(id) : next.delete(id);
    setStored({ filter, ids: next, all: false });
  };
  return {
    ids: selected.ids,
    all: selected.all,
    isEmpty: !selected.all && selected.ids.size === 0,
    has: (id: string) => selected.all || selected.ids.has(id),
    setMany,
    chooseAll: () => setStored({ filter, ids: new Set(), all: true }),
    clear: useCallback(() => setStored({ filter: "", ids: new Set(), all: false }), []),
  };
}

export type Selection = ReturnType<typeof useSelection>;
