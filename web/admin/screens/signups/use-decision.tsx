import { notifications } from "@mantine/notifications";
import { useRef } from "react";
import type { Audience } from "#contract/audience.ts";
import type { DecidedSignup, Decision, SignupSummary } from "#contract/signup.schema.ts";
import { formatName } from "#web/lib/format.ts";
import { notifyFailure } from "./notify-failure.ts";
import { useDecideSignup, useUndoDecision } from "./signups.api.ts";
import { undoNotice } from "./undo-notice.tsx";

/** Presses that follow one another faster belong to one gesture (a double click, a key that repeats itself). */
const gestureMs = 500;

type Callbacks = { onDecided: (decided: DecidedSignup) => void; onUndone: (id: string) => void };

/** Deciding on one sign-up: at once, with a short time to take it back. */
export function useDecision(audience: Audience, { onDecided, onUndone }: Callbacks) {
  const lastPress = useRef(Number.NEGATIVE_INFINITY);
  const undo = useUndoDecision(audience, {
    onSuccess: (signup) => {
      onUndone(signup.id);
      notifyUndone(signup);
    },
    onError: (error) => notifyFailure("La décision n’a pas pu être annulée", error),
  });
  const decide = useDecideSignup(audience, {
    onSuccess: (decided) => {
      onDecided(decided);
      offerUndo(decided, () => {
        notifications.hide(noticeId(decided.id));
        undo.mutate(decided.id);
      });
    },
  });
  return {
    busyId: decide.isPending ? decide.variables.id : null,
    error: decide.error,
    reset: decide.reset,
    decide({ id }: SignupSummary, status: Decision["status"]) {
      const sinceLast = performance.now() - lastPress.current;
      lastPress.current = performance.now();
      if (sinceLast >= gestureMs) decide.mutate({ id, status });
    },
  };
}

export type DecisionHandle = ReturnType<typeof useDecision>;

const noticeId = (id: string) => `decision-${id}`;

/** Stands as long as the server would still take the decision back. */
function offerUndo(signup: DecidedSignup, onUndo: () => void): void {
  notifications.show({
    id: noticeId(signup.id),
    color: signup.status === "approved" ? "green" : "red",
    title: signup.status === "approved" ? "Inscription approuvée" : "Inscription rejetée",
    ...undoNotice({ text: formatName(signup), undoUntil: signup.undoUntil, onUndo }),
  });
}

function notifyUndone(signup: DecidedSignup): void {
  notifications.show({
    title: "Décision annulée",
    message: `${formatName(signup)} est à nouveau en attente.`,
  });
}
