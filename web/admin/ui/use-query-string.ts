import { useCallback, useEffect, useMemo, useRef } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";

type Change = (query: URLSearchParams) => URLSearchParams;

/**
 * The address's query, and a way to change it. A change starts from the newest query, also while an earlier change is still
 * on its way into the address: two quick clicks on two filters both count.
 */
export function useQueryString() {
  const location = useLocation();
  const navigationType = useNavigationType();
  const navigate = useNavigate();
  const pending = useRef<string | null>(null);
  const arrived = useRef(location.search);
  const query = useMemo(() => new URLSearchParams(location.search), [location.search]);

  useEffect(() => {
    arrived.current = location.search;
    const own = new URLSearchParams(location.search).toString() === pending.current;
    if (own || navigationType === "POP") pending.current = null;
  }, [location, navigationType]);

  const change = useCallback(
    (next: Change, { replace = false } = {}) => {
      pending.current = next(new URLSearchParams(pending.current ?? arrived.current)).toString();
      void navigate({ search: pending.current }, { replace, preventScrollReset: true });
    },
    [navigate],
  );
  return { query, change };
}
