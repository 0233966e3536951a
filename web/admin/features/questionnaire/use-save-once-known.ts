import { useEffect, useState } from "react";
import type { QuestionValues } from "./questions.api.ts";
import type { AnswerEffects } from "./use-answer-effects.ts";

type Held = {
  values: QuestionValues;
  /** What the form had said when it was sent. */
  said: readonly string[];
};

/**
 * Saves what the form holds once it is known what that does to given answers. Whoever is faster than the figures is asked about
 * what the form could not say yet; everybody else has read it and saves at once.
 */
export function useSaveOnceKnown(
  { pending, effectsOf }: AnswerEffects,
  save: (values: QuestionValues) => void,
) {
  const [held, setHeld] = useState<Held | null>(null);
  const unsaid =
    held && !pending ? effectsOf(held.values).filter((effect) => !held.said.includes(effect)) : [];
  const goOn = () => {
    if (!held) return;
    setHeld(null);
    save(held.values);
  };

  useEffect(() => {
    if (held && !pending && unsaid.length === 0) goOn();
  });

  return {
    waiting: held !== null && pending,
    /** One sentence for each effect that has to be asked about; empty when nothing is. */
    unsaid,
    start(values: QuestionValues) {
      if (pending) setHeld({ values, said: effectsOf(values) });
      else save(values);
    },
    goOn,
    cancel: () => setHeld(null),
  };
}
