import { notifications } from "@mantine/notifications";
import { useEffect, useRef, useState } from "react";
import type { AdminQuestion } from "#contract/questionnaire.schema.ts";
import { editButtonId } from "./question-row.tsx";

export const addButtonId = "add-question";

/** `key` differs for each opening, so that the form starts afresh. */
type EditorState = { question: AdminQuestion | null; key: number };

/** Which question the form above the list holds, if it is open, and where the focus goes when it closes. */
export function useQuestionEditor() {
  const [state, setState] = useState<EditorState | null>(null);
  const openings = useRef(0);
  const returnTo = useRef<string | null>(null);
  const isOpen = state !== null;

  useEffect(() => {
    if (isOpen || returnTo.current === null) return;
    document.getElementById(returnTo.current)?.focus();
    returnTo.current = null;
  }, [isOpen]);

  const open = (question: AdminQuestion | null) => {
    openings.current += 1;
    returnTo.current = question ? editButtonId(question.id) : addButtonId;
    setState({ question, key: openings.current });
  };
  const close = () => setState(null);
  return {
    state,
    add: () => open(null),
    edit: open,
    close,
    saved() {
      notifications.show({
        message: state?.question ? "La question est enregistrée." : "La question est ajoutée.",
      });
      close();
    },
    /** The question was deleted: its form closes, and whoever deleted it leads the focus. */
    forget(id: string) {
      if (state?.question?.id === id) close();
      returnTo.current = null;
    },
  };
}
