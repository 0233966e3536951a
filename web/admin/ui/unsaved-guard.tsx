import { Text } from "@mantine/core";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "./admin-dialog.tsx";
import { signOutGuards } from "./session.api.ts";

type Guarded = { dirty: boolean; keys: readonly string[] };

/** The open forms. The router consults only the newest blocker, which therefore asks for every form. */
const forms = new Set<RefObject<Guarded>>();

/**
 * Blocks actions that would lose unsaved changes until the admin decides: navigation, signing out, and everything that goes
 * through `ask`. The login is never blocked, because an ended session cannot be kept.
 * @param keys the query parameters whose change removes the form
 */
export function useUnsavedGuard(dirty: boolean, keys: readonly string[]) {
  const [held, setHeld] = useState<{ act: () => void } | null>(null);
  // A ref, because callbacks of an earlier render also need the current value.
  const latest = useRef<Guarded>({ dirty, keys });
  useLayoutEffect(() => {
    latest.current = { dirty, keys };
  }, [dirty, keys]);
  useEffect(() => {
    forms.add(latest);
    return () => void forms.delete(latest);
  }, []);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (nextLocation.pathname === "/admin") return false;
    const before = new URLSearchParams(currentLocation.search);
    const after = new URLSearchParams(nextLocation.search);
    return [...forms].some(
      ({ current: form }) =>
        form.dirty &&
        (nextLocation.pathname !== currentLocation.pathname ||
          form.keys.some((key) => before.get(key) !== after.get(key))),
    );
  });

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const askFirst = (act: () => void) => setHeld({ act });
    window.addEventListener("beforeunload", warn);
    signOutGuards.add(askFirst);
    return () => {
      window.removeEventListener("beforeunload", warn);
      signOutGuards.delete(askFirst);
    };
  }, [dirty]);

  return {
    asking: blocker.state === "blocked" || held !== null,
    /** Runs the action at once without unsaved changes, else after a confirmation. */
    ask(act: () => void) {
      if (latest.current.dirty) setHeld({ act });
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

type UnsavedDialogProps = {
  dirty: boolean;
  keys: readonly string[];
  /** Called when the admin leaves without saving, for example to delete drafts that are stored elsewhere. */
  onLeave?: () => void;
};

/** For a form that disappears only by a change of the address. */
export function UnsavedDialog({ dirty, keys, onLeave }: UnsavedDialogProps) {
  const guard = useUnsavedGuard(dirty, keys);
  return (
    <LeaveDialog
      {...guard}
      leave={() => {
        onLeave?.();
        guard.leave();
      }}
    />
  );
}

type LeaveProps = Pick<ReturnType<typeof useUnsavedGuard>, "asking" | "leave" | "stay">;

export function LeaveDialog({ asking, leave, stay }: LeaveProps) {
  // Mounted for each question, because a dialog that stays mounted opens behind the dialogs that were opened after it.
  return (
    asking && (
      <ConfirmDialog
        title="Quitter sans enregistrer ?"
        open
        onClose={stay}
        confirm="Quitter sans enregistrer"
        cancel="Continuer à modifier"
        danger
        onConfirm={leave}
      >
        <Text>Vos dernières modifications ne sont pas enregistrées.</Text>
      </ConfirmDialog>
    )
  );
}
