import { Button, Group } from "@mantine/core";
import { useCallbackRef, useInterval } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Audience } from "#contract/audience.ts";
import type { DecidedSignup, Decision, SignupSummary } from "#contract/signup.schema.ts";
import { failureNotice } from "#web/admin/ui/failure-notice.ts";
import { failureMessage } from "#web/lib/api.ts";
import { useDecideSignup, useDecisionsUnderWay, useExtendUndo, useUndoDecision } from "./signups.api.ts";
import { nameOf } from "./signups-texts.ts";

type Callbacks = {
  /** At once, before the server has answered. */
  onDeciding: (signup: SignupSummary) => void;
  onDecided: (decided: DecidedSignup) => void;
  onRefused: (signup: SignupSummary) => void;
  /** At once, as with a decision. */
  onUndoing: (signup: SignupSummary) => void;
  onUndone: (signup: DecidedSignup) => void;
  /** Undone or refused: the lists have been re-read. */
  onUndoSettled: (signup: DecidedSignup) => void;
};
/** Why a decision was refused, and on whom: by then another sign-up may be in view. */
type Refusal = { error: Error; signup: SignupSummary };
/** `extensions`: how often the time for its undo was extended. */
type Recent = DecidedSignup & { undoUntil: number | null; extensions: number };
export type Tally = { approved: number; rejected: number };

/** Decisions on single sign-ups: shown at once, announced after the server's answer, undone for a short time, the last one first. */
export function useDecision(audience: Audience, callbacks: Callbacks) {
  const { onDeciding, onDecided, onRefused, onUndoing, onUndone, onUndoSettled } = callbacks;
  const gestures = useGestures();
  const [recent, setRecent] = useState<Recent[]>([]);
  const [tally, setTally] = useState<Tally>({ approved: 0, rejected: 0 });
  const [undone, setUndone] = useState<DecidedSignup | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const underWay = useDecisionsUnderWay(audience);
  /** In the order in which they were decided, which need not be that of the answers. */
  const pressed = useRef<string[]>([]);
  /** Sign-ups whose decision is undone as soon as the server has it. */
  const undoNext = useRef<string | null>(null);
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
    onError: (error, decided) =>
      notifyFailure(`La décision sur ${nameOf[audience](decided)} n’a pas pu être annulée`, error),
  });
  const extension = useExtendUndo(audience, {
    onSuccess: ({ id, undoMs }) =>
      setRecent((now) =>
        now.map((signup) =>
          signup.id === id
            ? { ...signup, undoUntil: undoDeadline(undoMs), extensions: signup.extensions + 1 }
            : signup,
        ),
      ),
    onError: (error, decided) =>
      notifyFailure(`Le délai pour ${nameOf[audience](decided)} n’a pas pu être prolongé`, error),
  });
  const takeBack = (decided: DecidedSignup) =>
    undo.mutate(decided, { onSettled: () => onUndoSettled(decided) });
  const decide = useDecideSignup(audience, {
    onSuccess: (decided) => {
      setUndone(null);
      const turn = ({ id }: DecidedSignup) => pressed.current.lastIndexOf(id);
      const added = { ...decided, undoUntil: undoDeadline(decided.undoMs), extensions: 0 };
      setRecent((now) =>
        [...now.filter(({ id }) => id !== decided.id), added].sort((a, b) => turn(a) - turn(b)),
      );
      count(decided.status, 1);
      onDecided(decided);
      if (undoNext.current !== decided.id) return;
      undoNext.current = null;
      takeBack(decided);
    },
    onError: (error, { signup }) => {
      if (undoNext.current === signup.id) undoNext.current = null;
      setRefusal({ error, signup });
      onRefused(signup);
    },
  });
  // Until the server has answered, not until the lists are re-read.
  const isTakenBack = (id: string) => undo.isPending && undo.variables.id === id && undone?.id !== id;
  const isUnderWay = (id: string) => underWay.includes(id) || isTakenBack(id);
  return {
    isUnderWay,
    /** The display names of this list's sign-ups. */
    nameOf: nameOf[audience],
    refusal,
    forgetRefusal: () => setRefusal(null),
    /** The decision that can be taken back. */
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
      pressed.current.push(signup.id);
      decide.mutate({ signup, status });
      onDeciding({ ...signup, status });
    }),
    /** Takes back what was decided last, as soon as the server has it. */
    undo: useCallbackRef(() => {
      if (!gestures.begins("undo")) return;
      if (decide.isPending) {
        undoNext.current = decide.variables.signup.id;
        onUndoing(decide.variables.signup);
      } else if (last && !undo.isPending) {
        takeBack(last);
        onUndoing(last);
      }
    }),
  };
}

export type DecisionHandle = ReturnType<typeof useDecision>;

/** Faster presses belong to one gesture: a double click, a held key. */
const gestureMs = 500;

/**
 * Tells a separate press from the second one of a gesture. What counts is when it was pressed: a busy browser hands presses over
 * late, and two of one gesture may then be handled far apart.
 */
function useGestures() {
  const pressedAt = useRef(0);
  const begunAt = useRef({ decision: Number.NEGATIVE_INFINITY, undo: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    const noteTime = (event: Event) => {
      pressedAt.current = event.timeStamp;
      // A key that is held holds the gesture on.
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
    /** Whether the press that is being handled begins a gesture; one that does not makes the wait no longer. */
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

/** The seconds that are left, for the eyes only: read out, each would interrupt. */
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

/** When the server will refuse an undo, by a clock of this tab that no change of the computer's time moves. */
export function undoDeadline(undoMs: number | null): number | null {
  return undoMs === null ? null : performance.now() + undoMs;
}

/** Milliseconds until a decision is final; 0 when it is, or when there is none. */
export function remainingMs(undoUntil: number | null): number {
  return undoUntil === null ? 0 : Math.max(0, undoUntil - performance.now());
}

/** For what fails after the admin has turned to something else: what did not work, and why. */
export function notifyFailure(title: string, error: unknown): void {
  notifications.show({ ...failureNotice, title, message: failureMessage(error) });
}
