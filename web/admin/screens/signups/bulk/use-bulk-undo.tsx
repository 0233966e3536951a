import { useTimeout } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useEffect, useState } from "react";
import type { Audience } from "#contract/audience.ts";
import type { BulkEvent } from "#contract/signup.schema.ts";
import { useUndoBulk } from "#web/admin/screens/signups/signups.api.ts";
import { remainingMs, undoNotice } from "#web/admin/screens/signups/undo-notice.tsx";
import { failureMessage } from "#web/lib/api.ts";
import { formatCount } from "#web/lib/format.ts";

/** Taking a bulk decision back: from its report, and for the rest of the time from a notice. */
export function useBulkUndo(audience: Audience, event: BulkEvent | null) {
  const undo = useUndoBulk(audience);
  const bulkId = event?.type === "result" ? event.bulkId : null;
  const undoUntil = event?.type === "result" ? event.undoUntil : null;
  const [final, setFinal] = useState(false);
  const { start, clear } = useTimeout(() => setFinal(true), remainingMs(undoUntil));
  useEffect(() => {
    if (undoUntil !== null) start();
    return clear;
  }, [undoUntil, start, clear]);

  const take = (onDone?: () => void) => {
    if (bulkId === null) return;
    undo.mutate(bulkId, {
      onSuccess: ({ undone }) => {
        notifications.show({ title: "Décisions annulées", message: undoneText(undone) });
        onDone?.();
      },
    });
  };
  return {
    isOffered: bulkId !== null && !final && !undo.isSuccess,
    isPending: undo.isPending,
    error: undo.error,
    take,
    /** Leaves the offer behind when the report is closed. */
    offerOn(text: string) {
      if (bulkId === null || undo.isSuccess || remainingMs(undoUntil) === 0) return;
      const id = `bulk-${bulkId}`;
      const onUndo = () => {
        notifications.hide(id);
        undo.mutateAsync(bulkId).then(({ undone }) => {
          notifications.show({ title: "Décisions annulées", message: undoneText(undone) });
        }, sayFailed);
      };
      notifications.show({ id, ...undoNotice({ text, undoUntil, onUndo }) });
    },
  };
}

function undoneText(count: number): string {
  return `${formatCount(count, "inscription")} ${count < 2 ? "est" : "sont"} à nouveau en attente.`;
}

function sayFailed(error: unknown): void {
  notifications.show({
    color: "red",
    title: "Les décisions n’ont pas pu être annulées",
    message: failureMessage(error),
  });
}
