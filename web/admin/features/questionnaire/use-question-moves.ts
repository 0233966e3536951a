import { type CSSProperties, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { AdminQuestion } from "#contract/questionnaire.schema.ts";
import type { MoveDirection } from "#contract/questionnaire.ts";
import { type QuestionFilter, useMoveQuestion } from "./questions.api.ts";

type Drag = { from: number; to: number; offset: number; height: number; middles: number[]; startY: number };

/** The page scrolls while the pointer is this close to the edge of the window. */
const edgePx = 56;
const scrollPx = 14;

/**
 * Drags the entries of a list by a handle: the entry follows the pointer, the others make room, and only the drop counts.
 * Escape puts it back. Entries carry `data-entry`. Keys and buttons do the same without dragging.
 */
export function useDragOrder(onDrop: (from: number, to: number) => void) {
  const list = useRef<HTMLElement | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const isDragging = drag !== null;

  useEffect(() => {
    if (!isDragging) return;
    const cancel = (event: KeyboardEvent) => event.key === "Escape" && setDrag(null);
    window.addEventListener("keydown", cancel);
    return () => window.removeEventListener("keydown", cancel);
  }, [isDragging]);

  const heightInList = (clientY: number) => clientY - (list.current?.getBoundingClientRect().top ?? 0);

  const grip = (index: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || !list.current) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      const boxes = [...list.current.querySelectorAll(":scope > [data-entry]")].map((entry) =>
        entry.getBoundingClientRect(),
      );
      const middles = boxes.map(({ top, height }) => heightInList(top + height / 2));
      const startY = heightInList(event.clientY);
      setDrag({ from: index, to: index, offset: 0, height: stepOf(boxes, index), middles, startY });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!drag) return;
      if (event.clientY < edgePx) window.scrollBy(0, -scrollPx);
      if (event.clientY > window.innerHeight - edgePx) window.scrollBy(0, scrollPx);
      const offset = heightInList(event.clientY) - drag.startY;
      const to = landingPlace(drag.middles, drag.from, (drag.middles[drag.from] ?? 0) + offset);
      setDrag({ ...drag, offset, to });
    },
    onPointerUp() {
      if (drag && drag.to !== drag.from) onDrop(drag.from, drag.to);
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
  });

  return { list, grip, dragged: drag?.from ?? null, styleOf: (index: number) => styleOf(drag, index) };
}

/** The distance by which other entries move to make room: the entry's height plus the gap to its neighbour. */
function stepOf(boxes: readonly DOMRect[], index: number): number {
  const [own, next, previous] = [boxes[index], boxes[index + 1], boxes[index - 1]];
  if (!own) return 0;
  if (next) return next.top - own.top;
  return previous ? own.bottom - previous.bottom : own.height;
}

function styleOf(drag: Drag | null, index: number): CSSProperties | undefined {
  if (!drag) return undefined;
  const { from, to, offset, height } = drag;
  if (index === from) return { transform: `translateY(${offset}px)`, zIndex: 1, position: "relative" };
  const makesRoomUp = from < index && index <= to;
  const makesRoomDown = to <= index && index < from;
  if (!makesRoomUp && !makesRoomDown) return undefined;
  return { transform: `translateY(${makesRoomUp ? -height : height}px)` };
}

/** The id of a row's button, by which the focus finds it again. */
export function moveButtonId(id: string, direction: MoveDirection): string {
  return `question-${id}-${direction}`;
}

/**
 * Moves questions and restores the focus in the moved row, because the browser drops it when the row moves.
 * At an end of the list the pressed button is disabled, so the opposite button takes the focus.
 */
export function useQuestionMoves(shown: readonly AdminQuestion[], filter: QuestionFilter) {
  const moved = useRef<{ id: string; focus: string[] } | null>(null);
  const move = useMoveQuestion();
  const [announcement, setAnnouncement] = useState("");

  useLayoutEffect(() => {
    if (!moved.current) return;
    const { id, focus } = moved.current;
    const index = shown.findIndex((question) => question.id === id);
    if (index === -1) return;
    moved.current = null;
    setAnnouncement(positionText(shown[index]?.question ?? "", index, shown.length));
    focusFirstUsable(...focus);
  }, [shown]);

  const start = (id: string, direction: MoveDirection, steps: number, focus: string[]) => {
    moved.current = { id, focus };
    const filtered = filter === "all" ? {} : { targetType: filter };
    move.mutate({ id, direction, steps, ...filtered }, { onError: () => setAnnouncement("") });
  };
  return {
    /** Moves a question one place up or down, by a button or by keys from any control of its row. */
    step(id: string, direction: MoveDirection) {
      const other = moveButtonId(id, direction === "up" ? "down" : "up");
      start(id, direction, 1, [document.activeElement?.id || moveButtonId(id, direction), other]);
    },
    /** Moves a question to another place in the shown list. */
    drop(from: number, to: number) {
      const question = shown[from];
      if (question) start(question.id, to < from ? "up" : "down", Math.abs(to - from), []);
    },
    error: move.error,
    reset: move.reset,
    announcement,
  };
}

/** "Lin, position 2 sur 4": the announcement of a moved item. @param index from 0 */
export function positionText(name: string, index: number, total: number): string {
  return `${name}, position ${index + 1} sur ${total}`;
}

/** Returns the list with one entry moved, or an equal list when the target place does not exist. */
export function moveEntry<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const entry = list[from];
  if (entry === undefined || to < 0 || to >= list.length) return [...list];
  const others = list.filter((_, index) => index !== from);
  return [...others.slice(0, to), entry, ...others.slice(to)];
}

/** The index at which a dragged entry lands. @param middles of all entries before the move, from top to bottom */
export function landingPlace(middles: readonly number[], from: number, middle: number): number {
  return middles.filter((other, index) => index !== from && other < middle).length;
}

/** The keys of `moveOfKey`, as shown and for `aria-keyshortcuts`. */
export const moveKeys = {
  up: { shown: "Alt + ↑", aria: "Alt+ArrowUp" },
  down: { shown: "Alt + ↓", aria: "Alt+ArrowDown" },
} as const;

/** The direction of an arrow key with Alt; null without Alt, where the arrow moves the cursor. */
export function moveOfKey(event: { key: string; altKey: boolean }): "up" | "down" | null {
  if (!event.altKey) return null;
  if (event.key === "ArrowUp") return "up";
  return event.key === "ArrowDown" ? "down" : null;
}

/** Focuses the first of these elements that is enabled. At the ends of a list a button is disabled. */
export function focusFirstUsable(...ids: string[]): void {
  for (const id of ids) {
    const element = document.getElementById(id);
    if (!element || (element instanceof HTMLButtonElement && element.disabled)) continue;
    element.focus();
    return;
  }
}
