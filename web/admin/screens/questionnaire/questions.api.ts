import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AdminQuestion, MoveQuestion } from "#contract/questionnaire.schema.ts";
import { api, unwrap } from "#web/lib/api.ts";

const questions = api.api.admin.questions;
const queryKey = ["questions"] as const;

export const questionsQuery = queryOptions({
  queryKey,
  queryFn: () => unwrap(questions.$get()),
  staleTime: 0,
});

/** What the form holds. */
export type QuestionValues = Pick<
  AdminQuestion,
  "question" | "fieldType" | "required" | "active" | "targetType"
> & {
  options: string[];
};

type Save = { start: AdminQuestion | null; values: QuestionValues };

/** Adds a question, or changes `start`. Whether it is active is said only when it was decided here: the list has a switch for it too. */
export function useSaveQuestion() {
  const onSettled = useInvalidateCounts();
  return useMutation({
    mutationFn: ({ start, values }: Save): Promise<AdminQuestion> => {
      if (start === null) return unwrap(questions.$post({ json: values }));
      const { id, version } = start;
      const active = values.active === start.active ? undefined : values.active;
      return unwrap(questions[":id"].$put({ param: { id }, json: { ...values, active, version } }));
    },
    onSettled,
  });
}

export function useToggleQuestion() {
  const onSettled = useInvalidateCounts();
  return useMutation({
    mutationFn: ({ id, active }: { id: string; active: boolean }) =>
      unwrap(questions[":id"].$patch({ param: { id }, json: { active } })),
    onSettled,
  });
}

type Move = MoveQuestion & { id: string };

/**
 * The answer is the whole new order, shown at once; a refused move shows the order as it is by now.
 * @param onMoved is told before the new order is drawn
 */
export function useMoveQuestion(onMoved: (move: Move) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...json }: Move) => unwrap(questions[":id"].move.$post({ param: { id }, json })),
    onSuccess: (list, move) => {
      onMoved(move);
      queryClient.setQueryData(queryKey, list);
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
}

export function useDeleteQuestion() {
  const onSettled = useInvalidateCounts();
  return useMutation({
    mutationFn: (id: string) => unwrap(questions[":id"].$delete({ param: { id } })),
    onSettled,
  });
}

/** Dashboard, statistics and answers all depend on the questions: everything but the admin's own identity is read anew. */
function useInvalidateCounts() {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== "current-admin" });
}
