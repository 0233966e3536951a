import { useTimeout } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useEffect, useState } from "react";
import type { Audience } from "#contract/audience.ts";
import type { BulkEvent } from "#contract/signup.schema.ts";
import { notifyFailure } from "#web/admin/features/signups/notify-failure.ts";
import { useUndoBulk } from "#web/admin/features/signups/signups.api.ts";
import { remainingMs, undoNotice } from "#web/admin/features/signups/undo-notice.tsx";
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
        notifyUndone(undone);
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
        undo.mutateAsync(bulkId).then(
          ({ undone }) => notifyUndone(undone),
          (error: unknown) => notifyFailure("Les décisions n’ont pas pu être annulées", error),
        );
      };
      notifications.show({ id, ...undoNotice({ text, undoUntil, onUndo }) });
    },
  };
}

function notifyUndone(count: number): void {
  const message = `${formatCount(count, "inscription")} ${count < 2 ? "est" : "sont"} à nouveau en attente.`;
  notifications.show({ title: "Décisions annulées", message });
}
