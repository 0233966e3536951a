import { useCallback, useEffect, useRef, useState } from "react";
import type { Audience } from "#contract/audience.ts";
import type { DecidedSignup, Decision, SignupSummary } from "#contract/signup.schema.ts";
import { notifyFailure } from "./notify-failure.ts";
import { useDecideSignup, useUndoDecision } from "./signups.api.ts";
import { remainingMs } from "./undo-notice.tsx";

/** Presses that follow one another faster belong to one gesture (a double click, a key that repeats itself). */
const gestureMs = 500;

type Callbacks = { onDecided: (decided: DecidedSignup) => void; onUndone: (signup: DecidedSignup) => void };
export type Tally = { approved: number; rejected: number };

/** Deciding on one sign-up: at once, with a short time to take it back, the last one first. */
export function useDecision(audience: Audience, { onDecided, onUndone }: Callbacks) {
  const lastPress = useRef(Number.NEGATIVE_INFINITY);
  const [recent, setRecent] = useState<DecidedSignup[]>([]);
  const [tally, setTally] = useState<Tally>({ approved: 0, rejected: 0 });
  const [undone, setUndone] = useState<DecidedSignup | null>(null);
  const [target, setTarget] = useState<SignupSummary | null>(null);
  const count = (status: string, by: 1 | -1) =>
    setTally((now) =>
      status === "approved" || status === "rejected" ? { ...now, [status]: now[status] + by } : now,
    );
  const forget = useCallback(
    (id: string) => setRecent((now) => now.filter((signup) => signup.id !== id)),
    [],
  );

  const last = recent.at(-1) ?? null;
  useEffect(() => {
    if (!last) return;
    const timer = setTimeout(() => forget(last.id), remainingMs(last.undoUntil));
    return () => clearTimeout(timer);
  }, [last, forget]);

  const undo = useUndoDecision(audience, {
    onSuccess: (signup, before) => {
      forget(signup.id);
      count(before.status, -1);
      setUndone(signup);
      onUndone(signup);
    },
    onError: (error) => notifyFailure("La décision n’a pas pu être annulée", error),
  });
  const decide = useDecideSignup(audience, {
    onSuccess: (decided) => {
      setUndone(null);
      setRecent((now) => [...now.filter(({ id }) => id !== decided.id), decided]);
      count(decided.status, 1);
      onDecided(decided);
    },
  });
  return {
    busyId: decide.isPending ? decide.variables.id : null,
    error: decide.error,
    /** Whom the last decision was about, for the words of an error. */
    target,
    reset: decide.reset,
    /** The decision that can be taken back. */
    last,
    undone,
    tally,
    isUndoing: undo.isPending,
    decide(signup: SignupSummary, status: Decision["status"]) {
      const sinceLast = performance.now() - lastPress.current;
      lastPress.current = performance.now();
      if (sinceLast < gestureMs || signup.status !== "pending") return;
      setTarget(signup);
      decide.mutate({ id: signup.id, status });
    },
    undo() {
      if (last && !undo.isPending) undo.mutate(last);
    },
  };
}

export type DecisionHandle = ReturnType<typeof useDecision>;
