import { useCallback, useMemo } from "react";
import { useQueryString } from "#web/admin/ui/use-query-string.ts";
import { changeListParams, type ListParams, readListParams } from "./list-params.ts";

/** The list's filters and the opened sign-up, both kept in the address. */
export function useSignupsAddress() {
  const { query, change } = useQueryString();
  const params = useMemo(() => readListParams(query), [query]);
  const changeParams = useCallback(
    (next: Partial<ListParams>, options?: { replace?: boolean }) =>
      change((current) => changeListParams(current, next), options),
    [change],
  );
  const open = useCallback((id: string) => change((current) => withSignup(current, id)), [change]);
  const close = useCallback(
    () => change((current) => withSignup(current, null), { replace: true }),
    [change],
  );
  return { params, changeParams, openId: query.get("signup"), open, close };
}

function withSignup(query: URLSearchParams, id: string | null): URLSearchParams {
  const next = new URLSearchParams(query);
  if (id === null) next.delete("signup");
  else next.set("signup", id);
  return next;
}
