import { Button, Group, Modal, type ModalProps, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useEffect, useId, useState, useSyncExternalStore } from "react";
import classes from "./admin-dialog.module.css";
import { SavingButton } from "./buttons.tsx";
import { useFirstSentence } from "./feedback.tsx";
import { useFocusReturn } from "./focus.ts";
import { bottomBar, headerBar } from "./measured-bar.ts";

type AdminDialogProps = {
  title: ReactNode;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
  size?: ModalProps["size"];
  /**
   * For what shows one thing after the other: as high with little in it as with much, so that buttons keep their place; from 1,200 px
   * a panel at the side of the page, which stays in view.
   */
  side?: boolean;
};

/**
 * The one dialog of the back office: closes on Escape and on the backdrop, keeps the focus and gives it back. Of two, Escape closes
 * the upper one. Most are never opened: until then a screen draws nothing of them.
 */
export function AdminDialog(props: AdminDialogProps) {
  const [everOpened, setEverOpened] = useState(props.open);
  if (props.open && !everOpened) setEverOpened(true);
  return everOpened ? <Dialog {...props} /> : null;
}

function Dialog({ title, open, onClose, children, actions, size = "lg", side = false }: AdminDialogProps) {
  const topmost = useTopmostDialog(open);
  const id = useId();
  const contentId = `${id}-content`;
  useFocusReturn(open, contentId);
  // Mantine describes a dialog by '<id>-body': by its first sentence instead of all it holds.
  const descriptionId = `${id}-body`;
  const body = useFirstSentence(descriptionId);
  const narrow = useMediaQuery("(max-width: 40em)") ?? false;
  return (
    <Modal.Root
      id={id}
      opened={open}
      onClose={onClose}
      size={size}
      fullScreen={narrow}
      centered
      closeOnEscape={topmost}
      returnFocus={false}
      {...(side && {
        classNames: { inner: classes.sideInner, content: classes.side, overlay: classes.sideOverlay },
      })}
    >
      <Modal.Overlay />
      <Modal.Content className={classes.scroller ?? ""}>
        {/* Mantine's own header is a <header>, which would count as a second banner of the page. */}
        <div ref={headerBar} className={classes.header}>
          <Modal.Title className={classes.title ?? ""}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Fermer" />
        </div>
        <span id={descriptionId} hidden />
        <Modal.Body ref={body} id={contentId} className={classes.body ?? ""}>
          {children}
          {actions && (
            <Group ref={bottomBar} className={classes.actions ?? ""} justify="flex-end">
              {actions}
            </Group>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

type ConfirmDialogProps = {
  /** The question. */
  title: string;
  /** Names what it is about, above what it leads to: no paragraph, because the first one describes the dialog. */
  about?: string | null;
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** The label of the confirming button: the verb of the question. */
  confirm: string;
  cancel?: string;
  danger?: boolean;
  pending?: boolean;
  disabled?: boolean;
  /** The consequence, its first paragraph in one sentence; then the server's refusal. */
  children: ReactNode;
};

/** One question with two answers; the harmless one has the focus. */
export function ConfirmDialog({
  title,
  open,
  onClose,
  onConfirm,
  confirm,
  children,
  ...look
}: ConfirmDialogProps) {
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

let open: readonly string[] = [];
const listeners = new Set<() => void>();

function change(next: readonly string[]): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether this dialog was opened after all others that are open. */
export function useTopmostDialog(isOpen: boolean): boolean {
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    change([...open, id]);
    return () => change(open.filter((other) => other !== id));
  }, [id, isOpen]);
  return useSyncExternalStore(subscribe, () => open.at(-1)) === id;
}
