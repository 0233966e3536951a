import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AdminQuestion, MoveQuestion, SaveQuestionInput } from "#contract/questionnaire.schema.ts";
import { api, unwrap } from "#web/lib/api.ts";

const questions = api.api.admin.questions;
const queryKey = ["questions"] as const;

export const questionsQuery = queryOptions({
  queryKey,
  queryFn: () => unwrap(questions.$get()),
  staleTime: 0,
});

/** Adds a question, or changes the one with this id. */
export function useSaveQuestion(id: string | null) {
  const onSettled = useForgetCounts();
  return useMutation({
    mutationFn: (json: SaveQuestionInput): Promise<AdminQuestion> =>
      id === null
        ? unwrap(questions.$post({ json }))
        : unwrap(questions[":id"].$put({ param: { id }, json })),
    onSettled,
  });
}

export function useToggleQuestion() {
  const onSettled = useForgetCounts();
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
  const onSettled = useForgetCounts();
  return useMutation({
    mutationFn: (id: string) => unwrap(questions[":id"].$delete({ param: { id } })),
    onSettled,
  });
}

/** Dashboard, statistics and answers all depend on the questions: everything but the admin's own identity is read anew. */
function useForgetCounts() {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== "current-admin" });
}
