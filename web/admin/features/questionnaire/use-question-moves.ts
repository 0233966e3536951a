import { useLayoutEffect, useRef, useState } from "react";
import type { AdminQuestion } from "#contract/questionnaire.schema.ts";
import type { MoveDirection } from "#contract/questionnaire.ts";
import type { QuestionFilter } from "./questionnaire-address.ts";
import { useMoveQuestion } from "./questions.api.ts";
import { focusFirstUsable, positionText } from "./reorder.ts";

/** The id of a row's button, by which the focus finds it again. */
export function moveButtonId(id: string, direction: MoveDirection): string {
  return `question-${id}-${direction}`;
}

/**
 * Moves questions and keeps the focus where it was in the moved row: the browser drops it when the row changes its place.
 * At the end of the list, where the button is switched off, it goes to the other one.
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
    /** One place up or down, by a button or, from wherever the focus is in the row, by keys. */
    step(id: string, direction: MoveDirection) {
      const other = moveButtonId(id, direction === "up" ? "down" : "up");
      start(id, direction, 1, [document.activeElement?.id || moveButtonId(id, direction), other]);
    },
    /** To another place of the shown list. */
    drop(from: number, to: number) {
      const question = shown[from];
      if (question) start(question.id, to < from ? "up" : "down", Math.abs(to - from), []);
    },
    error: move.error,
    reset: move.reset,
    announcement,
  };
}
