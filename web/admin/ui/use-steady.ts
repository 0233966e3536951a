import { useCallback, useLayoutEffect, useRef } from "react";

/** The same function as long as the component stands, doing what the newest one does: for parts that are drawn anew only when something of theirs changes. */
export function useSteady<Args extends unknown[]>(
  callback: (...args: Args) => void,
): (...args: Args) => void {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args) => latest.current(...args), []);
}
