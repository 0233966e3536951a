import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Audience } from "#contract/audience.ts";
import type { DecidedSignup, Decision, SignupSummary } from "#contract/signup.schema.ts";
import { formatName } from "#web/lib/format.ts";
import { errorMessage } from "../shell/error-alert.tsx";
import { useDecideSignup, useUndoDecision } from "./signups.api.ts";

/** Deciding on one sign-up: at once, with a short time to take it back. */
export function useDecision(audience: Audience, { onDecided }: { onDecided: () => void }) {
  const undo = useUndoDecision(audience, { onSuccess: sayUndone, onError: sayFailed });
  const decide = useDecideSignup(audience, {
    onSuccess: (decided) => {
      onDecided();
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
    decide: ({ id }: SignupSummary, status: Decision["status"]) => decide.mutate({ id, status }),
  };
}

export type DecisionHandle = ReturnType<typeof useDecision>;

const noticeId = (id: string) => `decision-${id}`;

/** Stands as long as the server would still take the decision back. */
function offerUndo(signup: DecidedSignup, onUndo: () => void): void {
  const remaining = signup.undoUntil ? Date.parse(signup.undoUntil) - Date.now() : 0;
  notifications.show({
    id: noticeId(signup.id),
    color: signup.status === "approved" ? "green" : "red",
    title: signup.status === "approved" ? "Inscription approuvée" : "Inscription rejetée",
    autoClose: Math.max(4_000, Math.min(remaining, 60_000)),
    message: (
      <Group justify="space-between" wrap="nowrap">
        <bdi>{formatName(signup)}</bdi>
        {remaining > 0 && (
          <Button variant="default" size="compact-sm" onClick={onUndo}>
            Annuler
          </Button>
        )}
      </Group>
    ),
  });
}

function sayUndone(signup: DecidedSignup): void {
  notifications.show({
    title: "Décision annulée",
    message: `${formatName(signup)} est à nouveau en attente.`,
  });
}

function sayFailed(error: Error): void {
  notifications.show({
    color: "red",
    title: "La décision n’a pas pu être annulée",
    message: errorMessage(error),
  });
}
