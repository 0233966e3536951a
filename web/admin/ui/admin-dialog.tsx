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
  /** The buttons of the dialog, the main one last. */
  actions?: ReactNode;
  size?: ModalProps["size"];
  /** True while the dialog's request runs. The dialog then stays open, because it shows the outcome. */
  pending?: boolean;
  /**
   * For a dialog that shows one item after another. Its height is fixed, so that its buttons keep their place. From 1,200 px on it is
   * a panel at the side of the page, which stays visible.
   */
  side?: boolean;
};

/**
 * The only dialog component of the back office. Closes on Escape and on the backdrop, traps the focus and returns it. Escape closes
 * only the topmost dialog. Renders nothing until it is first opened, because most dialogs never are.
 */
export function AdminDialog(props: AdminDialogProps) {
  const [everOpened, setEverOpened] = useState(props.open);
  if (props.open && !everOpened) setEverOpened(true);
  return everOpened ? <Dialog {...props} /> : null;
}

function Dialog({ title, open, onClose, children, actions, size = "lg", ...look }: AdminDialogProps) {
  const { pending = false, side = false } = look;
  const topmost = useTopmostDialog(open);
  const id = useId();
  const contentId = `${id}-content`;
  useFocusReturn(open, contentId);
  // Mantine uses '<id>-body' as the dialog's description. Here this is the first sentence instead of the whole content.
  const descriptionId = `${id}-body`;
  const body = useFirstSentence(descriptionId);
  const narrow = useMediaQuery("(max-width: 40em)") ?? false;
  return (
    <Modal.Root
      id={id}
      opened={open}
      onClose={() => !pending && onClose()}
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
  /** The question that the dialog asks. */
  title: string;
  /** The subject, shown above the consequence. Not a `<p>`, because the first paragraph describes the dialog. */
  about?: string | null;
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** The label of the button that confirms: the verb of the question. */
  confirm: string;
  cancel?: string;
  danger?: boolean;
  pending?: boolean;
  disabled?: boolean;
  /** The consequence, whose first paragraph is one sentence, then the server's refusal. */
  children: ReactNode;
};

/** A question with two answers. The answer that changes nothing has the focus. Stays open while its request is pending. */
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
  const close = () => {
    if (!pending) onClose();
  };
  return (
    <AdminDialog
      title={title}
      size="md"
      open={open}
      onClose={close}
      actions={
        <>
          <Button variant="default" onClick={close} data-autofocus>
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

/** True when this dialog was opened after all other open dialogs. */
export function useTopmostDialog(isOpen: boolean): boolean {
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    change([...open, id]);
    return () => change(open.filter((other) => other !== id));
  }, [id, isOpen]);
  return useSyncExternalStore(subscribe, () => open.at(-1)) === id;
}
