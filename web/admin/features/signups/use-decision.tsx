import { Button, Group } from "@mantine/core";
import { useCallbackRef, useInterval } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Audience } from "#contract/audience.ts";
import type { DecidedSignup, Decision } from "#contract/decisions.schema.ts";
import type { SignupSummary } from "#contract/signup-list.schema.ts";
import { failureNotice } from "#web/admin/ui/failure-notice.ts";
import { failureMessage } from "#web/lib/api.ts";
import { useDecideSignup, useDecisionsUnderWay, useExtendUndo, useUndoDecision } from "./signups.api.ts";
import { nameOf } from "./signups-texts.ts";

type Callbacks = {
  /** Called at once, before the server has answered. */
  onDeciding: (signup: SignupSummary) => void;
  onDecided: (decided: DecidedSignup) => void;
  onRefused: (signup: SignupSummary) => void;
  /** Called at once, before the server has answered the undo. */
  onUndoing: (signup: SignupSummary) => void;
  onUndone: (signup: DecidedSignup) => void;
  onExtended: (signup: DecidedSignup) => void;
  /** Called after the undo succeeded or failed, once the lists are reloaded. */
  onUndoSettled: (signup: DecidedSignup) => void;
};
/** The error of a refused decision and its sign-up, because another sign-up may be in view by then. */
type Refusal = { error: Error; signup: SignupSummary };
/** `extensions`: how often the time for its undo was extended. */
type Recent = DecidedSignup & { undoUntil: number | null; extensions: number };
export type Tally = { approved: number; rejected: number };

/** Decisions on single sign-ups: shown at once, announced after the response, and undone for a short time, the last one first. */
export function useDecision(audience: Audience, callbacks: Callbacks) {
  const { onDeciding, onDecided, onRefused, onUndoing, onUndone, onExtended, onUndoSettled } = callbacks;
  const gestures = useGestures();
  const [recent, setRecent] = useState<Recent[]>([]);
  /** The newest value of `recent`, for keys that are pressed between a response and the next rendering. */
  const present = useRef<Recent[]>([]);
  const [tally, setTally] = useState<Tally>({ approved: 0, rejected: 0 });
  const [undone, setUndone] = useState<DecidedSignup | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const underWay = useDecisionsUnderWay(audience);
  /** In the order of the decisions, which may differ from the order of the responses. */
  const pressed = useRef<SignupSummary[]>([]);
  /** Ids whose undo the server has not answered yet, or which it receives once the decision is answered. */
  const undoing = useRef(new Set<string>());
  const count = (status: string, by: 1 | -1) =>
    setTally((now) =>
      status === "approved" || status === "rejected" ? { ...now, [status]: now[status] + by } : now,
    );
  const changeRecent = useCallback((change: (now: Recent[]) => Recent[]) => {
    present.current = change(present.current);
    setRecent(present.current);
  }, []);
  const forget = useCallback(
    (id: string) => changeRecent((now) => now.filter((signup) => signup.id !== id)),
    [changeRecent],
  );

  const last = recent.at(-1) ?? null;
  useEffect(() => {
    if (!last) return;
    const timer = setTimeout(() => forget(last.id), remainingMs(last.undoUntil));
    return () => clearTimeout(timer);
  }, [last, forget]);

  const undo = useUndoDecision(audience, {
    onSuccess: (signup, before) => {
      undoing.current.delete(signup.id);
      forget(signup.id);
      count(before.status, -1);
      setUndone(signup);
      onUndone(signup);
    },
    onError: (error, decided) => {
      undoing.current.delete(decided.id);
      notifyFailure(`La décision sur ${nameOf[audience](decided)} n’a pas pu être annulée`, error);
    },
    onSettled: onUndoSettled,
  });
  const extension = useExtendUndo(audience, {
    onSuccess: (extended) => {
      const { id, undoMs } = extended;
      changeRecent((now) =>
        now.map((signup) =>
          signup.id === id
            ? { ...signup, undoUntil: undoDeadline(undoMs), extensions: signup.extensions + 1 }
            : signup,
        ),
      );
      onExtended(extended);
    },
    onError: (error, decided) =>
      notifyFailure(`Le délai pour ${nameOf[audience](decided)} n’a pas pu être prolongé`, error),
  });
  const decide = useDecideSignup(audience, {
    onSuccess: (decided) => {
      setUndone(null);
      const turn = ({ id }: DecidedSignup) => pressed.current.findLastIndex((signup) => signup.id === id);
      const added = { ...decided, undoUntil: undoDeadline(decided.undoMs), extensions: 0 };
      changeRecent((now) =>
        [...now.filter(({ id }) => id !== decided.id), added].sort((a, b) => turn(a) - turn(b)),
      );
      count(decided.status, 1);
      onDecided(decided);
      if (undoing.current.has(decided.id)) undo.mutate(decided);
    },
    onError: (error, { signup }) => {
      undoing.current.delete(signup.id);
      setRefusal({ error, signup });
      onRefused(signup);
    },
  });
  const isUnderWay = (id: string) => underWay.includes(id) || undoing.current.has(id);
  return {
    isUnderWay,
    /** The display names of this list's sign-ups. */
    nameOf: nameOf[audience],
    refusal,
    forgetRefusal: () => setRefusal(null),
    /** The last decision that can be undone. */
    last,
    undone,
    tally,
    isUndoing: undo.isPending,
    isExtending: extension.isPending,
    extend: useCallbackRef(() => {
      if (last && !extension.isPending) extension.mutate(last);
    }),
    decide: useCallbackRef((signup: SignupSummary, status: Decision["status"]) => {
      if (signup.status !== "pending" || isUnderWay(signup.id) || !gestures.begins("decision")) return;
      pressed.current.push(signup);
      decide.mutate({ signup, status });
      onDeciding({ ...signup, status });
    }),
    /** Undoes the last decision that is not being undone yet, as soon as the server has answered it. */
    undo: useCallbackRef(() => {
      if (!gestures.begins("undo")) return;
      const decidedOf = ({ id }: SignupSummary) =>
        present.current.find((decided) => decided.id === id && remainingMs(decided.undoUntil) > 0);
      const signup = pressed.current.findLast(
        (one) => !undoing.current.has(one.id) && (underWay.includes(one.id) || decidedOf(one)),
      );
      if (!signup) return;
      undoing.current.add(signup.id);
      const decided = decidedOf(signup);
      if (decided) undo.mutate(decided);
      onUndoing(decided ?? signup);
    }),
  };
}

export type DecisionHandle = ReturnType<typeof useDecision>;

/** Presses within this time belong to one gesture, such as a double click or a held key. */
const gestureMs = 500;

/**
 * Distinguishes a separate press from a further press of the same gesture. Uses the events' time stamps, because a busy browser
 * delivers presses late, and two presses of one gesture may then be handled far apart.
 */
function useGestures() {
  const pressedAt = useRef(0);
  const begunAt = useRef({ decision: Number.NEGATIVE_INFINITY, undo: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    const noteTime = (event: Event) => {
      pressedAt.current = event.timeStamp;
      // A held key prolongs the gesture.
      if (event instanceof KeyboardEvent && event.repeat) begunAt.current.decision = event.timeStamp;
    };
    window.addEventListener("keydown", noteTime, true);
    window.addEventListener("click", noteTime, true);
    return () => {
      window.removeEventListener("keydown", noteTime, true);
      window.removeEventListener("click", noteTime, true);
    };
  }, []);
  return {
    /** True when the current press begins a gesture. Any other press does not prolong the gesture. */
    begins(kind: "decision" | "undo"): boolean {
      if (pressedAt.current - begunAt.current[kind] < gestureMs) return false;
      begunAt.current[kind] = pressedAt.current;
      return true;
    },
  };
}

type Undo = { text: string; undoUntil: number | null; onUndo: () => void; onExtend: () => void };

/** A notification that stays while the server accepts an undo. */
export function undoNotice({ text, undoUntil, onUndo, onExtend }: Undo) {
  const remaining = remainingMs(undoUntil);
  return {
    autoClose: Math.max(4_000, Math.min(remaining, 60_000)),
    message: (
      <Group justify="space-between" wrap="nowrap">
        <bdi>{text}</bdi>
        <Countdown until={undoUntil} />
        {remaining > 0 && (
          <>
            <Button variant="default" size="compact-sm" data-undo onClick={onUndo}>
              Annuler
            </Button>
            <Button variant="subtle" size="compact-sm" onClick={onExtend}>
              Prolonger
            </Button>
          </>
        )}
      </Group>
    ),
  };
}

/** The seconds that are left. Hidden from screen readers, which each second would interrupt. */
export function Countdown({ until, before = "" }: { until: number | null; before?: string }) {
  const [left, setLeft] = useState(() => remainingMs(until));
  useInterval(() => setLeft(remainingMs(until)), 500, { autoInvoke: true });
  if (left === 0) return null;
  return (
    <span aria-hidden className="tabular">
      {before}
      {Math.ceil(left / 1_000)} s
    </span>
  );
}

/** The time from which the server refuses an undo, by a monotonic clock that changes of the computer's time do not affect. */
export function undoDeadline(undoMs: number | null): number | null {
  return undoMs === null ? null : performance.now() + undoMs;
}

/** Milliseconds until a decision is final; 0 when it is final, and without a decision. */
export function remainingMs(undoUntil: number | null): number {
  return undoUntil === null ? 0 : Math.max(0, undoUntil - performance.now());
}

/** Notifies about a failure, with its reason, that occurs after the admin has moved on. */
export function notifyFailure(title: string, error: unknown): void {
  notifications.show({ ...failureNotice, title, message: failureMessage(error) });
}
