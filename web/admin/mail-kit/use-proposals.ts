import { type KeyboardEvent, useState } from "react";

/**
 * The keys of a combobox whose list proposes what may also be typed: down and up move through it, Enter takes the marked
 * one, Escape folds it away.
 */
export function useProposals<Item>(items: readonly Item[], onChoose: (item: Item) => void) {
  const [shown, setShown] = useState(false);
  const [marked, setMarked] = useState<number | null>(null);
  const open = shown && items.length > 0;
  const active = open && marked !== null && marked < items.length ? marked : null;

  const hide = () => {
    setShown(false);
    setMarked(null);
  };
  const choose = (index: number) => {
    const item = items[index];
    hide();
    if (item !== undefined) onChoose(item);
  };
  /** From the field itself (null) on to the first or the last one, and back. */
  const move = (by: 1 | -1) => {
    setShown(true);
    const last = items.length - 1;
    if (last < 0) return;
    if (active === null) return setMarked(by === 1 ? 0 : last);
    const next = active + by;
    setMarked(next < 0 || next > last ? null : next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && active !== null) {
      event.preventDefault();
      choose(active);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      event.stopPropagation(); // A dialog around it stays open.
      hide();
    }
  };
  return {
    open,
    active,
    choose,
    hide,
    show() {
      setShown(true);
      setMarked(null);
    },
    onKeyDown,
  };
}
