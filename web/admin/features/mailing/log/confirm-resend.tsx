import { Stack, Text } from "@mantine/core";
import type { EmailLogEntry } from "#contract/email.schema.ts";
import { emailMessages } from "#contract/email.ts";
import { ConfirmDialog } from "#web/admin/ui/confirm-dialog.tsx";
import { formatCount } from "#web/lib/format.ts";

type Props = {
  open: boolean;
  /** Those that are to be sent again. */
  entries: readonly EmailLogEntry[];
  sending: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

/** Mail that has left cannot be called back: how many leave is said before. */
export function ConfirmResend({ open, entries, sending, onCancel, onConfirm }: Props) {
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
