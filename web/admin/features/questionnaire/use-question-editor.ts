import { notifications } from "@mantine/notifications";
import { useEffect, useRef, useState } from "react";
import type { AdminQuestion } from "#contract/questionnaire.schema.ts";
import { useUnsavedGuard } from "#web/admin/ui/unsaved-guard.tsx";
import type { AnswerEffects } from "./answer-effects.ts";
import { editButtonId } from "./question-row.tsx";
import type { QuestionValues } from "./questions.api.ts";

export const addButtonId = "add-question";

/**
 * `key` differs for each opening, so that the form is reset; `isCopy`: the question was just duplicated; `storedId`: the id of the
 * question, also of one that was added while its form stayed open.
 */
type EditorState = { question: AdminQuestion | null; isCopy: boolean; key: number; storedId: string | null };

/** `unsaved`: the form was changed while the server answered. */
export type Saved = { id: string; added: boolean; unsaved: boolean };

/**
 * Holds the question in the form, if the form is open, and the focus after it closes. The admin confirms every way out
 * that loses changes.
 */
export function useQuestionEditor() {
  const [state, setState] = useState<EditorState | null>(null);
  const [dirty, setDirty] = useState(false);
  const guard = useUnsavedGuard(dirty, []);
  const openings = useRef(0);
  const returnTo = useRef<string | null>(null);
  const isOpen = state !== null;

  useEffect(() => {
    if (isOpen || returnTo.current === null) return;
    document.getElementById(returnTo.current)?.focus();
    returnTo.current = null;
  }, [isOpen]);

  const open = (question: AdminQuestion | null, isCopy = false) => {
    openings.current += 1;
    returnTo.current = question ? editButtonId(question.id) : addButtonId;
    setState({ question, isCopy, key: openings.current, storedId: question?.id ?? null });
  };
  const close = () => setState(null);
  return {
    state,
    guard,
    /** Records whether the form has unsaved changes. */
    setDirty,
    add: () => guard.ask(() => open(null)),
    edit: (question: AdminQuestion) => guard.ask(() => open(question)),
    editCopy: (question: AdminQuestion) => guard.ask(() => open(question, true)),
    cancel: () => guard.ask(close),
    /** Discards the typed text, then runs an action that opens another form. */
    giveUpFor(act: () => void) {
      guard.ask(() => {
        if (dirty) {
          returnTo.current = null;
          close();
        }
        act();
      });
    },
    /** Closes the form of this opening, unless another one took its place while the server answered, or text was typed. */
    saved({ key }: EditorState, { id, added, unsaved }: Saved) {
      notifications.show({ message: added ? "La question est ajoutée." : "La question est enregistrée." });
      setState((now) => {
        if (now?.key !== key) return now;
        return unsaved ? { ...now, storedId: id } : null;
      });
    },
    /** Closes the form of a deleted question. The deletion itself moves the focus. */
    forget(id: string) {
      if (state?.storedId === id) close();
      returnTo.current = null;
    },
  };
}

type Held = {
  values: QuestionValues;
  /** The effects that the form showed when it was submitted. */
  shown: readonly string[];
};

/**
 * Saves the form once its effects on given answers are known. When an admin saves before the figures arrive, a dialog asks about
 * the effects that the form had not shown. Otherwise the form is saved at once.
 */
export function useSaveOnceKnown(
  { pending, effectsOf }: AnswerEffects,
  save: (values: QuestionValues) => void,
) {
  const [held, setHeld] = useState<Held | null>(null);
  const unseen =
    held && !pending ? effectsOf(held.values).filter((effect) => !held.shown.includes(effect)) : [];
  const goOn = () => {
    if (!held) return;
    setHeld(null);
    save(held.values);
  };

  useEffect(() => {
    if (held && !pending && unseen.length === 0) goOn();
  });

  return {
    waiting: held !== null && pending,
    /** One sentence for each effect that needs a confirmation. */
    unseen,
    start(values: QuestionValues) {
      if (pending) setHeld({ values, shown: effectsOf(values) });
      else save(values);
    },
    goOn,
    cancel: () => setHeld(null),
  };
}
