import { useLayoutEffect, useRef, useState } from "react";
import type { AdminQuestion } from "#contract/questionnaire.schema.ts";
import type { MoveDirection } from "#contract/questionnaire.ts";
import type { QuestionFilter } from "./questionnaire-address.ts";
import { useMoveQuestion } from "./questions.api.ts";

/** The id of a row's button, by which the focus finds it again. */
export function moveButtonId(id: string, direction: MoveDirection): string {
  return `question-${id}-${direction}`;
}

/**
 * Moves questions and keeps the focus on the moved row's button: the browser drops it when the row changes its place.
 * At the end of the list, where that button is switched off, it goes to the other one.
 */
export function useQuestionMoves(shown: readonly AdminQuestion[], filter: QuestionFilter) {
  const moved = useRef<{ id: string; direction: MoveDirection } | null>(null);
  const move = useMoveQuestion((done) => {
    moved.current = done;
  });
  const [announcement, setAnnouncement] = useState("");

  useLayoutEffect(() => {
    if (!moved.current) return;
    const { id, direction } = moved.current;
    const position = shown.findIndex((question) => question.id === id) + 1;
    if (position === 0) return;
    moved.current = null;
    setAnnouncement(`Question déplacée : position ${position} sur ${shown.length}`);
    focusFirstUsable(moveButtonId(id, direction), moveButtonId(id, direction === "up" ? "down" : "up"));
  }, [shown]);

  const start = (id: string, direction: MoveDirection) => {
    if (move.isPending) return;
    move.mutate({ id, direction, ...(filter !== "all" && { targetType: filter }) });
  };
  return { start, error: move.error, reset: move.reset, announcement };
}

function focusFirstUsable(...ids: string[]): void {
  for (const id of ids) {
    const button = document.getElementById(id);
    if (!(button instanceof HTMLButtonElement) || button.disabled) continue;
    button.focus();
    return;
  }
}
