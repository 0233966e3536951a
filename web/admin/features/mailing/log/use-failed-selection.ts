import { useMemo, useState } from "react";
import type { EmailLogEntry } from "#contract/email.schema.ts";

/** Failed messages that were ticked; one that is no longer shown or no longer failed is not among them. */
export function useFailedSelection(entries: readonly EmailLogEntry[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const failedEntries = useMemo(() => entries.filter(({ status }) => status === "failed"), [entries]);
  const failed = failedEntries.map(({ id }) => id);
  const chosen = failedEntries.filter(({ id }) => ticked.has(id));
  return {
    ids: chosen.map(({ id }) => id),
    chosen,
    failed,
    has: (id: string) => ticked.has(id),
    setMany: (changed: readonly string[], on: boolean) =>
      setTicked((before) => {
        const next = new Set(before);
        for (const id of changed) {
          if (on) next.add(id);
          else next.delete(id);
        }
        return next;
      }),
    clear: () => setTicked(new Set()),
  };
}

export type FailedSelection = ReturnType<typeof useFailedSelection>;
