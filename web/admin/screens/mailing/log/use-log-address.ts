import { useMemo } from "react";
import { useQueryString } from "#web/admin/ui/use-query-string.ts";
import { changeLogFilter, type LogFilter, readLogFilter } from "./log-filter.ts";

/** The log's filter and the opened entry, both kept in the address. */
export function useLogAddress() {
  const { query, change } = useQueryString();
  const filter = useMemo(() => readLogFilter(query), [query]);
  return {
    filter,
    openId: query.get("entry"),
    changeFilter: (next: Partial<LogFilter>, options?: { replace?: boolean }) =>
      change((current) => changeLogFilter(current, next), options),
    reset: () => change((current) => changeLogFilter(current, { search: "", status: "all" })),
    open: (id: string) =>
      change((current) => {
        current.set("entry", id);
        return current;
      }),
    close: () =>
      change(
        (current) => {
          current.delete("entry");
          return current;
        },
        { replace: true },
      ),
  };
}
