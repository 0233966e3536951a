import { useState } from "react";
import type { AdminQuestion } from "#contract/questionnaire.schema.ts";
import { useToggleQuestion } from "./questions.api.ts";

/** The switch of the list. A question that has answers is asked about before it is switched off. */
export function useQuestionSwitch() {
  const [asked, setAsked] = useState<AdminQuestion | null>(null);
  const toggle = useToggleQuestion();
  return {
    asked,
    toggle,
    start(question: AdminQuestion, active: boolean) {
      if (!active && question.answerCount > 0) setAsked(question);
      else toggle.mutate({ id: question.id, active });
    },
    cancel: () => setAsked(null),
    confirm({ id }: AdminQuestion) {
      setAsked(null);
      toggle.mutate({ id, active: false });
    },
  };
}
