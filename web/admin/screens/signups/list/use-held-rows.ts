import { type FocusEvent, type PointerEvent, useRef, useState } from "react";
import type { ListedSignup, SignupSummary } from "#contract/signup.schema.ts";
import { type HeldRow, withHeldRows } from "./held-rows.ts";

type Held = { list: string; rows: HeldRow[] };

/**
 * Keeps decided rows where they stand until pointer and focus have left the rows: were the list to move up at once, a second
 * click at the same spot would decide on the next person.
 * @param list names filter and page; rows are held for the list that they were decided in
 */
export function useHeldRows(items: ListedSignup[], list: string) {
  const [held, setHeld] = useState<Held>({ list, rows: [] });
  const pointerInside = useRef(false);
  const rows = held.list === list ? held.rows : [];
  const shown = withHeldRows(items, rows);

  const release = () => setHeld({ list, rows: [] });
  return {
    shown,
    hold(decided: SignupSummary) {
      const index = shown.findIndex(({ id }) => id === decided.id);
      if (index < 0) return;
      const others = rows.filter(({ signup }) => signup.id !== decided.id);
      setHeld({ list, rows: [...others, { signup: { ...shown[index], ...decided }, index }] });
    },
    /** A decision that was taken back: the row is the server's again. */
    letGo: (id: string) =>
      setHeld((now) => ({ ...now, rows: now.rows.filter(({ signup }) => signup.id !== id) })),
    /** True while a click at the same spot could meet another row. */
    isPointerInside: () => pointerInside.current,
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

/** A dialog that was opened from a row gives the focus back to it; a list that moved while 'Annuler' is tapped would take it away. */
function isAway(focused: Element | null, rows: Element): boolean {
  return !rows.contains(focused) && !focused?.closest('[role="dialog"], [data-review-bar]');
}
