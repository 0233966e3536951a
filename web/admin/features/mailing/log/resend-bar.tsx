import { Alert, Box, Checkbox, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { IconChecks, IconRepeat } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import type { EmailLogEntry } from "#contract/email.schema.ts";
import { emailMessages } from "#contract/email.ts";
import { mailingTexts } from "#web/admin/features/mailing/mailing-texts.ts";
import { ConfirmDialog } from "#web/admin/ui/admin-dialog.tsx";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { ShownError } from "#web/lib/api.ts";
import { formatCount } from "#web/lib/format.ts";
import { type useProcessPending, useResend } from "./log.api.ts";

/** The largest number of messages that one request may resend. */
const mostAtOnce = 1_000;

/** Selects all failed messages in view, and resends the selected ones after a confirmation. */
export function ResendBar({ selection }: { selection: FailedSelection }) {
  const resend = useResend();
  const [asking, question] = useDisclosure(false);
  const { ids, failed } = selection;
  const entries = selection.chosen.slice(0, mostAtOnce);
  const send = () =>
    resend.mutate(
      entries.map(({ id }) => id),
      {
        onSettled: question.close,
        onSuccess: ({ count }) => {
          notifications.show({
            color: "green",
            message: `${formatCount(count, "e-mail remis", "e-mails remis")} en attente d’envoi.`,
          });
          selection.clear();
        },
      },
    );
  return (
    <>
      {failed.length > 0 && (
        <Group gap="md">
          <Checkbox
            label={`Sélectionner les échecs affichés (${failed.length})`}
            checked={ids.length === failed.length}
            indeterminate={ids.length > 0 && ids.length < failed.length}
            onChange={({ currentTarget }) => selection.setMany(failed, currentTarget.checked)}
          />
          <SavingButton
            size="xs"
            leftSection={<IconRepeat size={16} aria-hidden />}
            disabled={ids.length === 0}
            loading={resend.isPending}
            onClick={question.open}
          >
            Relancer les échecs
          </SavingButton>
          {ids.length > 0 && (
            <Text size="sm" c="dimmed">
              {formatCount(ids.length, "sélectionné")}
            </Text>
          )}
        </Group>
      )}
      <ErrorAlert error={resend.error} onClose={resend.reset} />
      <ConfirmResend
        open={asking && entries.length > 0}
        entries={entries}
        sending={resend.isPending}
        onCancel={question.close}
        onConfirm={send}
      />
    </>
  );
}

type ConfirmResendProps = {
  open: boolean;
  /** The messages to send again. */
  entries: readonly EmailLogEntry[];
  sending: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

/** Sent mail cannot be recalled, so the dialog states the number of messages first. */
function ConfirmResend({ open, entries, sending, onCancel, onConfirm }: ConfirmResendProps) {
  const count = formatCount(entries.length, "e-mail");
  const doubtful = entries.filter(({ errorMessage }) => errorMessage?.startsWith(emailMessages.interrupted));
  return (
    <ConfirmDialog
      title={`Relancer ${count} ?`}
      open={open}
      onClose={onCancel}
      confirm={`Relancer ${count}`}
      cancel="Ne pas relancer"
      pending={sending}
      onConfirm={onConfirm}
    >
      <Stack gap="xs">
        <Text>
          {entries.length < 2
            ? "Cet e-mail en échec sera envoyé de nouveau"
            : `Ces ${count} en échec seront envoyés de nouveau`}
          . Un e-mail parti ne se rappelle pas.
        </Text>
        {doubtful.length > 0 && <Text>{doubtText(doubtful.length)}</Text>}
      </Stack>
    </ConfirmDialog>
  );
}

function doubtText(count: number): string {
  const marked = formatCount(count, "e-mail est marqué", "e-mails sont marqués");
  const arrived = count < 2 ? "son destinataire l’a" : "leurs destinataires les ont";
  return `${marked} « ${emailMessages.interrupted} » : ${arrived} peut-être déjà reçu${count < 2 ? "" : "s"}.`;
}

/** The result of sending the pending messages. */
export function BatchReport({ process }: { process: ReturnType<typeof useProcessPending> }) {
  if (process.isError) {
    return (
      <Box mb="md">
        <ErrorAlert error={new ShownError(mailingTexts.batchFailed)} onClose={process.reset} />
      </Box>
    );
  }
  if (!process.data) return null;
  return (
    <Alert
      role="status"
      mb="md"
      variant="light"
      color={process.data.failed > 0 ? "yellow" : "green"}
      icon={<IconChecks aria-hidden />}
      withCloseButton
      closeButtonLabel="Fermer"
      onClose={process.reset}
    >
      {process.data.message}
    </Alert>
  );
}

/** The selected messages. A message leaves the selection when it is no longer shown or no longer failed. */
export function useFailedSelection(entries: readonly EmailLogEntry[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const failedEntries = useMemo(() => entries.filter(({ status }) => status === "failed"), [entries]);
  const failed = failedEntries.map(({ id }) => id);
  const chosen = failedEntries.filter(({ id }) => ticked.has(id));
  return {
    ids: chosen.map(({ id }) => id),
    chosen,
    failed,
    has: (id: string) => ticked.has(id),
    setMany: (changed: readonly string[], on: boolean) =>
      setTicked((before) => {
        const next = new Set(before);
        for (const id of changed) {
          if (on) next.add(id);
          else next.delete(id);
        }
        return next;
      }),
    clear: () => setTicked(new Set()),
  };
}

export type FailedSelection = ReturnType<typeof useFailedSelection>;
