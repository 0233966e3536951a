import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { type TargetType, targetTypes } from "#contract/audience.ts";
import type { AdminQuestion, MoveQuestion, QuestionList } from "#contract/questionnaire.schema.ts";
import { moveQuestion, type ShowIf } from "#contract/questionnaire.ts";
import { fieldTypes, isChoice, questionTypes } from "#contract/questions/registry.ts";
import { questionsQuery } from "#web/admin/ui/questions.api.ts";
import { useInvalidateQueries } from "#web/admin/ui/session.api.ts";
import { uuidParameter, wordParameter } from "#web/admin/ui/use-address.ts";
import type { EditedFields } from "#web/admin/ui/versions/merge-edit.ts";
import { api, unwrap } from "#web/lib/api.ts";
import { formatCount, formatYesNo } from "#web/lib/format.ts";

const questions = api.api.admin.questions;
const { queryKey } = questionsQuery;

/** The questions as this screen shows them: read again whenever it opens. */
export const editedQuestionsQuery = queryOptions({ ...questionsQuery, staleTime: 0 });

/** The number of sign-ups per answer, for the warnings before a change. */
export const answersQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKey, id, "answers"],
    queryFn: () => unwrap(questions[":id"].answers.$get({ param: { id } })),
    staleTime: 0,
  });

/** The details of the site's owner, for the notice in the preview. */
export const ownerQuery = queryOptions({
  queryKey: ["site", "owner"],
  queryFn: () => unwrap(api.api.admin.site.$get()),
});

/** An option in the form. `stored`: its name in the question as loaded; null for an added option. */
export type EditedOption = { text: string; stored: string | null };

/** The form's values. */
export type QuestionValues = Pick<
  AdminQuestion,
  "question" | "fieldType" | "required" | "active" | "targetType"
> & {
  options: EditedOption[];
  showIf: ShowIf | null;
};

/** The names of the options. */
export function optionTexts(options: readonly EditedOption[]): string[] {
  return options.map(({ text }) => text);
}

/** The name of an option with the spaces that the server keeps. */
export function tidyOption(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The stored options whose name was changed, with the new name as it will be stored. */
export function renamesOf(options: readonly EditedOption[], stored: readonly string[] | null) {
  return options.flatMap(({ text, stored: from }) => {
    const to = tidyOption(text);
    // Another administrator may have removed the option from the version on which this save is based.
    return from === null || from === to || !stored?.includes(from) ? [] : [{ from, to }];
  });
}

type Save = { start: AdminQuestion | null; values: QuestionValues };

/**
 * Adds a question, or changes `start`. Sends `active` only when the form changed it, because the list has a switch for it too.
 * @param onSuccess is called before the list is read again, so that the form is closed when the list shows the change
 */
export function useSaveQuestion(onSuccess: (saved: AdminQuestion, save: Save) => void) {
  const onSettled = useInvalidateQueries();
  return useMutation({
    onSuccess,
    mutationFn: ({ start, values }: Save): Promise<AdminQuestion> => {
      const json = { ...values, options: optionTexts(values.options) };
      if (start === null) return unwrap(questions.$post({ json }));
      const { id, version } = start;
      const active = values.active === start.active ? undefined : values.active;
      const renamedOptions = isChoice(values.fieldType) ? renamesOf(values.options, start.options) : [];
      return unwrap(
        questions[":id"].$put({ param: { id }, json: { ...json, active, renamedOptions, version } }),
      );
    },
    onSettled,
  });
}

/** Adds sample questions to an empty questionnaire. `onSuccess` also runs when the button that called it was unmounted. */
export function useStartFromSample(onSuccess: () => void) {
  const onSettled = useInvalidateQueries();
  return useMutation({ mutationFn: () => unwrap(questions.sample.$post()), onSuccess, onSettled });
}

/** Adds a copy of the question directly after it, switched off. */
export function useDuplicateQuestion() {
  const onSettled = useInvalidateQueries();
  return useMutation({
    mutationFn: (id: string) => unwrap(questions[":id"].copy.$post({ param: { id } })),
    onSettled,
  });
}

export function useToggleQuestion() {
  const onSettled = useInvalidateQueries();
  return useMutation({
    mutationFn: ({ id, active }: { id: string; active: boolean }) =>
      unwrap(questions[":id"].$patch({ param: { id }, json: { active } })),
    onSettled,
  });
}

type Move = MoveQuestion & { id: string };

/** Moves a question with an optimistic update. The response is the whole order. A refused move reloads the list. */
export function useMoveQuestion() {
  const queryClient = useQueryClient();
  const mutationKey = ["move-question"];
  return useMutation({
    mutationKey,
    // Moves are sent one after the other, so that a key pressed before the previous response is not lost.
    scope: { id: "move-question" },
    mutationFn: ({ id, ...json }: Move) => unwrap(questions[":id"].move.$post({ param: { id }, json })),
    onMutate: ({ id, direction, steps, targetType: filter }) => {
      const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? Date.now();
      const reorder = (list: QuestionList | undefined) => {
        const order = list && moveQuestion(list.items, { id, direction, steps, filter });
        return order
          ? { ...list, items: order.map((item, at) => ({ ...item, orderPosition: at + 1 })) }
          : list;
      };
      queryClient.setQueryData(queryKey, reorder, { updatedAt });
    },
    onSuccess: (list) => {
      // The list already shows later moves, which this response does not contain yet.
      if (queryClient.isMutating({ mutationKey }) <= 1) queryClient.setQueryData(queryKey, list);
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
}

export function useDeleteQuestion() {
  const onSettled = useInvalidateQueries();
  return useMutation({
    mutationFn: (id: string) => unwrap(questions[":id"].$delete({ param: { id } })),
    onSettled,
  });
}

export function useRestoreQuestion() {
  const onSettled = useInvalidateQueries();
  return useMutation({
    mutationFn: (id: string) => unwrap(questions[":id"].restoration.$post({ param: { id } })),
    onSettled,
  });
}

/** Restarts the time in which a deletion can be undone. */
export function useExtendRestoration() {
  const onSettled = useInvalidateQueries();
  return useMutation({
    mutationFn: (id: string) => unwrap(questions[":id"].restoration.extension.$post({ param: { id } })),
    onSettled,
  });
}

/** The labels of a question's audience, also used by the filter of the list. */
export const targetTypeLabels: Record<TargetType, string> = {
  user: "Utilisateurs",
  brand: "Marques",
  both: "Les deux",
};

/** The entries of a native select. */
export const fieldTypeEntries = fieldTypes.map((value) => ({ value, label: questionTypes[value].label }));
export const targetTypeEntries = Object.entries(targetTypeLabels).map(([value, label]) => ({ value, label }));

/** "aucune réponse", "1 réponse", "1 234 réponses". */
export function formatAnswers(count: number): string {
  return count === 0 ? "aucune réponse" : formatCount(count, "réponse");
}

/** The form's fields, for comparing two versions of a question. */
export const editedQuestion: EditedFields<QuestionValues> = {
  question: { label: "Question", text: (question) => question },
  fieldType: { label: "Type de champ", text: (type) => questionTypes[type].label },
  targetType: { label: "Cible", text: (target) => targetTypeLabels[target] },
  options: { label: "Options", text: (options) => optionTexts(options).join("\n") },
  showIf: {
    label: "Montrer seulement si",
    text: (showIf) =>
      (showIf?.rules ?? []).map(({ op, value }) => `${op === "is" ? "" : "pas "}${value}`).join("\n"),
  },
  required: { label: "Réponse obligatoire", text: formatYesNo },
  active: { label: "Question active", text: formatYesNo },
};

/** The audience filter, and the question that a link leads to. */
export const questionnaireAddress = z.object({
  audience: wordParameter([...targetTypes, "all"], "all"),
  question: uuidParameter,
});

export type QuestionFilter = z.infer<typeof questionnaireAddress>["audience"];
