import { type FocusEvent, type PointerEvent, useRef, useState } from "react";
import type { ListedSignup, SignupSummary } from "#contract/signup.schema.ts";

type Held = { list: string; rows: HeldRow[] };

/**
 * Rows that keep their places when the list changes: decided ones until pointer and focus have left the rows (were the
 * list to move up at once, a second click at the same spot would decide on the next person), and those whose decision is being
 * taken back until the list has them again.
 * @param list names filter and page; rows are held for the list that they were decided in
 */
export function useHeldRows(items: ListedSignup[], list: string) {
  const [held, setHeld] = useState<Held>({ list, rows: [] });
  const pointerInside = useRef(false);
  /** The place of each row when it was decided. */
  const places = useRef(new Map<string, HeldRow & { list: string }>());
  const rows = held.list === list ? held.rows : [];
  const shown = withHeldRows(items, rows);

  const release = () =>
    setHeld((now) => ({ list, rows: now.rows.filter(({ signup }) => isPending(signup)) }));
  const letGo = (id: string) =>
    setHeld((now) => ({ ...now, rows: now.rows.filter(({ signup }) => signup.id !== id) }));
  const hold = (row: HeldRow) =>
    setHeld({ list, rows: [...rows.filter(({ signup }) => signup.id !== row.signup.id), row] });
  return {
    shown,
    /** @param inView false: something covers the rows */
    decided(decision: SignupSummary, inView: boolean) {
      const index = shown.findIndex(({ id }) => id === decision.id);
      const row = shown[index];
      if (!row) return;
      places.current.set(row.id, { list, signup: row, index });
      if (pointerInside.current && inView) hold({ signup: { ...row, ...decision }, index });
      else letGo(row.id);
    },
    /** Where the decision was made in this very list: the row waits again, at its place. */
    putBack(id: string) {
      const place = places.current.get(id);
      if (place?.list !== list) return;
      const index = shown.findIndex((row) => row.id === id);
      hold({ signup: { ...place.signup, status: "pending" }, index: index < 0 ? place.index : index });
    },
    /** The row is the server's again. */
    letGo,
    /** For the element around the rows. */
    watch: {
      onPointerEnter() {
        pointerInside.current = true;
      },
      onPointerLeave({ currentTarget }: PointerEvent<HTMLElement>) {
        pointerInside.current = false;
        if (isAway(document.activeElement, currentTarget)) release();
      },
      onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
        if (!pointerInside.current && isAway(relatedTarget, currentTarget)) release();
      },
    },
  };
}

function isPending({ status }: ListedSignup): boolean {
  return status === "pending";
}

/** A dialog that was opened from a row gives the focus back to it; a list that moved while 'Annuler' is tapped would take it away. */
function isAway(focused: Element | null, rows: Element): boolean {
  return !rows.contains(focused) && !focused?.closest('[role="dialog"], [data-review-bar]');
}

/** A decided sign-up and the place of its row. */
export type HeldRow = { signup: ListedSignup; index: number };

/** The rows as they are drawn: what the server lists, and in between, each at its old place, the rows that are held. */
export function withHeldRows(items: readonly ListedSignup[], held: readonly HeldRow[]): ListedSignup[] {
  const heldIds = new Set(held.map(({ signup }) => signup.id));
  const rows = items.filter(({ id }) => !heldIds.has(id));
  for (const { signup, index } of [...held].sort((a, b) => a.index - b.index)) {
    rows.splice(index, 0, signup);
  }
  return rows;
}
