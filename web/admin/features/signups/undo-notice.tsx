import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { failureMessage } from "#web/lib/api.ts";

type Undo = { text: string; undoUntil: string | null; onUndo: () => void };

/** A notification that stays while the server accepts an undo. */
export function undoNotice({ text, undoUntil, onUndo }: Undo) {
  const remaining = remainingMs(undoUntil);
  return {
    autoClose: Math.max(4_000, Math.min(remaining, 60_000)),
    message: (
      <Group justify="space-between" wrap="nowrap">
        <bdi>{text}</bdi>
        {remaining > 0 && (
          <Button variant="default" size="compact-sm" onClick={onUndo}>
            Annuler
          </Button>
        )}
      </Group>
    ),
  };
}

/** Milliseconds until a decision is final; 0 when it is, or when there is none. */
export function remainingMs(undoUntil: string | null): number {
  return undoUntil === null ? 0 : Math.max(0, Date.parse(undoUntil) - Date.now());
}

/** For what fails after the admin has turned to something else: what did not work, and why. */
export function notifyFailure(title: string, error: unknown): void {
  notifications.show({ color: "red", title, message: failureMessage(error) });
}
