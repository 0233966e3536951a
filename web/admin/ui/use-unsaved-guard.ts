import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useBlocker } from "react-router";

/**
 * Holds what would drop what was typed, until the admin has decided: a change of address, and whatever goes through `ask`. The
 * login is never held: a session that ended has ended.
 * @param keys the query parameters whose change takes the form away
 */
export function useUnsavedGuard(dirty: boolean, keys: readonly string[]) {
  const [held, setHeld] = useState<{ act: () => void } | null>(null);
  // Asked also by what answers to an earlier rendering.
  const latest = useRef(dirty);
  useLayoutEffect(() => {
    latest.current = dirty;
  }, [dirty]);
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
    asking: blocker.state === "blocked" || held !== null,
    /** Does it at once when nothing is lost by it. */
    ask(act: () => void) {
      if (latest.current) setHeld({ act });
      else act();
    },
    leave() {
      setHeld(null);
      if (held) held.act();
      else blocker.proceed?.();
    },
    stay() {
      setHeld(null);
      blocker.reset?.();
    },
  };
}
