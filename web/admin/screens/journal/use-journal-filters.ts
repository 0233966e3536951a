import { useMemo } from "react";
import { type JournalAction, journalActionKeys } from "#contract/journal.ts";
import { useQueryString } from "#web/admin/ui/use-query-string.ts";

export type JournalFilters = { action: JournalAction | ""; actor: string; from: string; to: string };

const names = ["action", "actor", "from", "to"] as const;

/** The filters, kept in the address. What somebody typed there by hand and makes no sense counts as absent. */
export function readJournalFilters(query: URLSearchParams): JournalFilters {
  const action = query.get("action");
  return {
    action: journalActionKeys.find((key) => key === action) ?? "",
    actor: (query.get("actor") ?? "").trim().slice(0, 254),
    from: readDay(query.get("from")),
    to: readDay(query.get("to")),
  };
}

function readDay(value: string | null): string {
  if (!value || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return "";
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : "";
}

export function useJournalFilters() {
  const { query, change } = useQueryString();
  const filters = useMemo(() => readJournalFilters(query), [query]);
  const setFilters = (next: Partial<JournalFilters>) =>
    change((current) => {
      for (const name of names) {
        const value = next[name];
        if (value === undefined) continue;
        if (value === "") current.delete(name);
        else current.set(name, value);
      }
      return current;
    });
  return { filters, setFilters };
}
