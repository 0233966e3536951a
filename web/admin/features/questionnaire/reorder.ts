/** "Lin, position 2 sur 4": the announcement of a moved item. @param index from 0 */
export function positionText(name: string, index: number, total: number): string {
  return `${name}, position ${index + 1} sur ${total}`;
}

/** The list after one of its entries went to another place; the same list when there is no such place. */
export function moveEntry<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const entry = list[from];
  if (entry === undefined || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(from, 1).toSpliced(to, 0, entry);
}

/** Where an entry lands whose middle was dragged to a height. @param middles of all entries before the move, from above */
export function landingPlace(middles: readonly number[], from: number, middle: number): number {
  return middles.filter((other, index) => index !== from && other < middle).length;
}

/** The keys of `moveOfKey`: as they are shown, and as `aria-keyshortcuts` has them. */
export const moveKeys = {
  up: { shown: "Alt + ↑", aria: "Alt+ArrowUp" },
  down: { shown: "Alt + ↓", aria: "Alt+ArrowDown" },
} as const;

/** Up or down, when the Alt key says that an arrow moves the entry and not the cursor. */
export function moveOfKey(event: { key: string; altKey: boolean }): "up" | "down" | null {
  if (!event.altKey) return null;
  if (event.key === "ArrowUp") return "up";
  return event.key === "ArrowDown" ? "down" : null;
}

/** Focuses the first of these elements that can be used; the buttons at the ends of a list are switched off. */
export function focusFirstUsable(...ids: string[]): void {
  for (const id of ids) {
    const element = document.getElementById(id);
    if (!element || (element instanceof HTMLButtonElement && element.disabled)) continue;
    element.focus();
    return;
  }
}
