import { useEffect } from "react";
import { useBlocker } from "react-router";

/**
 * Holds a change of address that would drop what was typed, until the admin has decided. The login is never held: a session
 * that ended has ended.
 * @param keys the query parameters whose change takes the form away
 */
export function useUnsavedGuard(dirty: boolean, keys: readonly string[]) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (!dirty || nextLocation.pathname === "/admin") return false;
    if (nextLocation.pathname !== currentLocation.pathname) return true;
    const before = new URLSearchParams(currentLocation.search);
    const after = new URLSearchParams(nextLocation.search);
    return keys.some((key) => before.get(key) !== after.get(key));
  });

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [dirty]);

  return {
    asking: blocker.state === "blocked",
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  };
}
