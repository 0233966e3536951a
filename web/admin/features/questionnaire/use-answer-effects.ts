import { useQuery } from "@tanstack/react-query";
import type { AdminQuestion } from "#contract/questionnaire.schema.ts";
import { answerEffects } from "./answer-effects.ts";
import { answersQuery, type QuestionValues } from "./questions.api.ts";

const unread = { options: null, byAudience: null };
const notYetRead = { options: [], byAudience: { user: 0, brand: 0 } };

export type AnswerEffects = {
  /** The figures are on their way: what depends on them is not told yet. */
  pending: boolean;
  /** What saving these values does to given answers. When the figures cannot be read, it is said without them. */
  effectsOf: (values: QuestionValues) => string[];
};

/** What a form's changes do to the answers that a question has. */
export function useAnswerEffects(question: AdminQuestion | null): AnswerEffects {
  const { id = "", answerCount = 0 } = question ?? {};
  const figures = useQuery({ ...answersQuery(id), enabled: answerCount > 0 });
  const known = figures.data ?? { total: answerCount, ...(figures.isError ? unread : notYetRead) };
  return {
    pending: answerCount > 0 && figures.isPending,
    effectsOf: (values) => (question ? answerEffects(question, values, known) : []),
  };
}
