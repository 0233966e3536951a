import { Button, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { AdminDialog } from "./admin-dialog.tsx";
import { SavingButton } from "./saving-button.tsx";

type Props = {
  /** The question. */
  title: string;
  /** Names what it is about, above what it leads to: no paragraph, because the first one describes the dialog. */
  about?: string | null;
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** What is on the button that does it: the verb of the question. */
  confirm: string;
  /** What is on the one that does nothing. */
  cancel?: string;
  /** Something is lost by it. */
  danger?: boolean;
  pending?: boolean;
  disabled?: boolean;
  /** What it leads to, its first paragraph in one sentence; then what the server said against it. */
  children: ReactNode;
};

/** One question with two answers; the harmless one has the focus. */
export function ConfirmDialog({ title, open, onClose, onConfirm, confirm, children, ...look }: Props) {
  const { about, cancel = "Annuler", danger = false, pending = false, disabled = false } = look;
  return (
    <AdminDialog
      title={title}
      size="md"
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose} data-autofocus>
            {cancel}
          </Button>
          <SavingButton
            {...(danger && { color: "red" })}
            loading={pending}
            disabled={disabled}
            onClick={onConfirm}
          >
            {confirm}
          </SavingButton>
        </>
      }
    >
      {about && (
        <Text component="div" fw={600} mb="md">
          {about}
        </Text>
      )}
      {children}
    </AdminDialog>
  );
}
