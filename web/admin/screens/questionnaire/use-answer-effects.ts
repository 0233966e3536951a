import { useQuery } from "@tanstack/react-query";
import type { AdminQuestion } from "#contract/questionnaire.schema.ts";
import { answerEffects } from "./answer-effects.ts";
import { answersQuery, type QuestionValues } from "./questions.api.ts";

const unread = { options: null, byAudience: null };
const notYetRead = { options: [], byAudience: { user: 0, brand: 0 } };

/** What the form's changes do to given answers. When the figures cannot be read, it is said without them. */
export function useAnswerEffects(question: AdminQuestion | null, values: QuestionValues): string[] {
  const { id = "", answerCount = 0 } = question ?? {};
  const figures = useQuery({ ...answersQuery(id), enabled: answerCount > 0 });
  if (!question) return [];
  return answerEffects(
    question,
    values,
    figures.data ?? { total: answerCount, ...(figures.isError ? unread : notYetRead) },
  );
}
