import { Button, Group, List, Progress, Stack, Text } from "@mantine/core";
import { useTimeout } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useEffect, useState } from "react";
import type { Audience } from "#contract/audience.ts";
import type { BulkAction, BulkEvent } from "#contract/decisions.schema.ts";
import { limits } from "#contract/limits.ts";
import { useBulkAction, useExtendBulkUndo, useUndoBulk } from "#web/admin/features/signups/signups.api.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { extendedText } from "#web/admin/ui/extended-undo.ts";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { isConfirmationDeclined } from "#web/admin/ui/reauthentication.ts";
import { ShownError } from "#web/lib/api.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";
import { BulkMailNotice } from "../decision-mail.tsx";
import { bulkTexts, reportLines } from "../signups-texts.ts";
import { notifyFailure, remainingMs, undoDeadline, undoNotice } from "../use-decision.tsx";

type BulkDialogProps = {
  audience: Audience;
  action: BulkAction;
  /** The selection as text, from before the action, which changes the list. */
  label: string;
  /** `finished`: the action ran, so the selection can be cleared. */
  onClose: (finished: boolean) => void;
};

/** Asks for confirmation, then shows the progress, then the results and the reasons for skipped sign-ups. */
export function BulkDialog({ audience, action, label, onClose }: BulkDialogProps) {
  const [event, setEvent] = useState<BulkEvent | null>(null);
  const [undoUntil, setUndoUntil] = useState<number | null>(null);
  const run = useBulkAction(audience);
  const [silent, setSilent] = useState(false);
  const texts = bulkTexts[action.action];
  const broken = run.isSuccess && event?.type !== "result" && event?.type !== "failure";
  // A request that failed before its first event can be repeated.
  const over = run.isSuccess || (run.isError && event !== null);
  const undo = useBulkUndo(audience, over ? event : null, { undoUntil, setUndoUntil });
  const lines = event?.type === "result" ? reportLines(action.action, event) : [];
  const start = () => {
    const events: BulkEvent[] = [];
    const onEvent = (next: BulkEvent) => {
      events.push(next);
      setEvent(next);
    };
    const onSettled = () => {
      const last = events.at(-1);
      // The time to undo starts when the action ends, or when the server notices that the connection broke.
      if (last) setUndoUntil(undoDeadline(last.type === "progress" ? limits.undoMs : last.undoMs));
    };
    run.mutate({ action: silent ? { ...action, silent } : action, onEvent }, { onSettled });
  };
  const close = () => {
    if (run.isPending || undo.isPending) return;
    undo.offerOn(lines[0] ?? (event?.type === "failure" ? event.message : brokenOff));
    onClose(over);
  };
  return (
    <AdminDialog
      title={`${texts.verb} la sélection`}
      size="md"
      open
      onClose={close}
      actions={
        over ? (
          <>
            {undo.isOffered && (
              <SavingButton
                variant="default"
                loading={undo.isPending}
                onClick={() => undo.take(() => onClose(true))}
              >
                Annuler ces décisions
              </SavingButton>
            )}
            <Button onClick={close}>Terminer</Button>
          </>
        ) : (
          <>
            <Button variant="default" disabled={run.isPending} onClick={close}>
              Annuler
            </Button>
            <SavingButton color={texts.color} loading={run.isPending} onClick={start}>
              {texts.verb}
            </SavingButton>
          </>
        )
      }
    >
      <Stack aria-live="polite">
        {!over && !run.isPending && (
          <>
            <Text fw={600}>{label}</Text>
            <Text>{texts.warning}</Text>
            <BulkMailNotice audience={audience} action={action} silent={silent} onSilent={setSilent} />
          </>
        )}
        {run.isPending && <BulkProgress event={event} />}
        {event?.type === "result" && <BulkReport lines={lines} />}
        {undo.isOffered && (
          <Group>
            <SavingButton variant="subtle" loading={undo.isExtending} onClick={undo.extend}>
              Prolonger<span className="visually-hidden"> le délai pour annuler</span>
            </SavingButton>
            {undo.extensions > 0 && <Text size="sm">{extendedText(undo.extensions)}.</Text>}
          </Group>
        )}
        <ErrorAlert error={undo.error} />
        {event?.type === "failure" && <ErrorAlert error={new ShownError(event.message)} />}
        {broken && <ErrorAlert error={new ShownError(brokenOff)} />}
        {!isConfirmationDeclined(run.error) && <ErrorAlert error={run.error} />}
      </Stack>
    </AdminDialog>
  );
}

const brokenOff =
  "La connexion s’est interrompue avant la fin. Actualisez la liste pour voir ce qui a été fait.";

function BulkProgress({ event }: { event: BulkEvent | null }) {
  const { done, total } = event?.type === "progress" ? event : { done: 0, total: 0 };
  const share = total === 0 ? 0 : Math.round((done / total) * 100);
  return (
    <>
      <Progress.Root size="lg">
        <Progress.Section value={share} aria-label="Avancement" />
      </Progress.Root>
      <Text size="sm" c="dimmed" className="tabular">
        {total === 0 ? "Préparation…" : `${formatNumber(done)} sur ${formatNumber(total)}`}
      </Text>
    </>
  );
}

function BulkReport({ lines: [first, ...rest] }: { lines: string[] }) {
  return (
    <>
      <Text fw={600}>{first}</Text>
      {rest.length > 0 && (
        <List size="sm">
          {rest.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
    </>
  );
}

type Deadline = { undoUntil: number | null; setUndoUntil: (until: number | null) => void };

/** Undoes a bulk decision from its report, or from a notice once the report is closed. */
function useBulkUndo(audience: Audience, event: BulkEvent | null, { undoUntil, setUndoUntil }: Deadline) {
  const undo = useUndoBulk(audience);
  const extension = useExtendBulkUndo(audience);
  const [extensions, setExtensions] = useState(0);
  const bulkId = event?.bulkId ?? null;
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
    isExtending: extension.isPending,
    error: undo.error ?? extension.error,
    extensions,
    take,
    extend() {
      if (bulkId === null) return;
      extension.mutate(bulkId, {
        onSuccess: ({ undoMs }) => {
          setUndoUntil(undoDeadline(undoMs));
          setExtensions((times) => times + 1);
        },
      });
    },
    /** Shows a notice with the undo button when the report is closed. */
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
      const onExtend = () => {
        extension.mutateAsync(bulkId).then(
          ({ undoMs }) => {
            times += 1;
            const notice = { text: `${text} ${extendedText(times)}.`, undoUntil: undoDeadline(undoMs) };
            notifications.update({ id, ...undoNotice({ ...notice, onUndo, onExtend }) });
          },
          (error: unknown) => notifyFailure("Le délai n’a pas pu être prolongé", error),
        );
      };
      let times = extensions;
      notifications.show({ id, ...undoNotice({ text, undoUntil, onUndo, onExtend }) });
    },
  };
}

function notifyUndone(count: number): void {
  const message = `${formatCount(count, "inscription")} ${count < 2 ? "est" : "sont"} à nouveau en attente.`;
  notifications.show({ title: "Décisions annulées", message });
}
