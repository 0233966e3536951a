import { useMemo } from "react";
import { listQuestionsQuery } from "#web/admin/features/signups/signups.api.ts";
import { useEagerQuery } from "#web/admin/ui/use-eager-query.ts";

/** What the questions say, by id: the titles of the columns of their answers. */
export function useQuestionTexts(): ReadonlyMap<string, string> {
  const questions = useEagerQuery(listQuestionsQuery).data?.items;
  return useMemo(() => new Map((questions ?? []).map(({ id, question }) => [id, question])), [questions]);
}
