import { type TargetType, targetTypes } from "#contract/audience.ts";
import { useQueryString } from "#web/admin/ui/use-query-string.ts";

export type QuestionFilter = TargetType | "all";

/** The audience filter, kept in the address. */
export function useQuestionFilter() {
  const { query, change } = useQueryString();
  const value = query.get("audience");
  const filter: QuestionFilter = targetTypes.find((type) => type === value) ?? "all";
  const setFilter = (next: QuestionFilter) =>
    change((current) => {
      if (next === "all") current.delete("audience");
      else current.set("audience", next);
      return current;
    });
  return { filter, setFilter };
}
