import { useMemo, useState } from "react";
import type { QuestionList, RestorableQuestion } from "#contract/questionnaire.schema.ts";
import type { QuestionFilter } from "./questionnaire-address.ts";

/** A question that can still be taken back, until a moment of this browser's clock. */
export type DeletedEntry = Omit<RestorableQuestion, "remainingMs"> & { until: number };

/** The deleted questions among those that the filter shows. @param readAt when the list was read */
export function useDeletedQuestions(
  list: QuestionList | undefined,
  readAt: number,
  filter: QuestionFilter,
): { shown: DeletedEntry[]; forget: (id: string) => void } {
  const [over, setOver] = useState<readonly string[]>([]);
  const shown = useMemo(() => {
    const entries = (list?.restorable ?? [])
      .filter(({ id, targetType }) => !over.includes(id) && (filter === "all" || targetType === filter))
      .map(({ remainingMs, ...entry }) => ({ ...entry, until: readAt + remainingMs }));
    return entries;
  }, [list, readAt, filter, over]);
  return { shown, forget: (id) => setOver((ids) => [...ids, id]) };
}
