import { lazy, memo, Suspense, useEffect, useState } from "react";
import { useSessionLife } from "./session-end.api.ts";
import { whenIdle } from "./when-idle.ts";

const loadDialog = () => import("./session-end-dialog.tsx");
const SessionEndDialog = lazy(loadDialog);
whenIdle(loadDialog);

/** Mounted on every screen: announces the end of the session some minutes before and offers to extend it. */
export const SessionEnd = memo(function SessionEnd() {
  const { endsAt, warnsAt, extendable, asked, ask } = useSessionLife();
  const [dismissed, setDismissed] = useState(0);
  const now = useNow(warnsAt);
  const near = now >= warnsAt;
  const over = now >= endsAt;

  // Another tab may have extended the session, so the server is asked before the warning and at the end. At the end its
  // response 401 leads to the login.
  useEffect(() => {
    if (over || (near && !asked)) void ask();
  }, [near, over, asked, ask]);
  useEffect(() => {
    const onVisible = () => {
      if (near && document.visibilityState === "visible") void ask();
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, [near, ask]);

  // Each answer of the server gives a slightly different end, and an extended session ends much later.
  if (!near || over || !asked || endsAt - dismissed < 60_000) return null;
  return (
    <Suspense fallback={null}>
      <SessionEndDialog
        remainingMs={endsAt - now}
        extendable={extendable}
        onClose={() => setDismissed(endsAt)}
      />
    </Suspense>
  );
});

/** The current time: updated every second during the warning, every 15 s before, and when the tab becomes visible. */
function useNow(warnsAt: number): number {
  const [now, setNow] = useState(Date.now);
  const everyMs = now >= warnsAt ? 1_000 : 15_000;
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, everyMs);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [everyMs]);
  return now;
}
