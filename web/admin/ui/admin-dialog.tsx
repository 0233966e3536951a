import { Group, Modal, type ModalProps } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useId, useState } from "react";
import classes from "./admin-dialog.module.css";
import { useFirstSentence } from "./use-first-sentence.ts";
import { useFocusReturn } from "./use-focus-return.ts";
import { useTopmostDialog } from "./use-topmost-dialog.ts";

type Props = {
  title: ReactNode;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
  size?: ModalProps["size"];
  /** As high with little in it as with much: what shows one thing after the other keeps its buttons in their place. */
  steady?: boolean;
};

/**
 * The one dialog of the back office: closes on Escape and on the backdrop, keeps the focus and gives it back. Of two, Escape closes
 * the upper one. Most are never opened: until then a screen draws nothing of them.
 */
export function AdminDialog(props: Props) {
  const [everOpened, setEverOpened] = useState(props.open);
  if (props.open && !everOpened) setEverOpened(true);
  return everOpened ? <Dialog {...props} /> : null;
}

function Dialog({ title, open, onClose, children, actions, size = "lg", steady = false }: Props) {
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
    >
      <Modal.Overlay />
      <Modal.Content {...(steady && { className: classes.steady ?? "" })}>
        {/* Mantine's own header is a <header>, which would count as a second banner of the page. */}
        <div className={classes.header}>
          <Modal.Title className={classes.title ?? ""}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Fermer" />
        </div>
        <span id={descriptionId} hidden />
        <Modal.Body ref={body} id={contentId} className={classes.body ?? ""}>
          {children}
          {actions && (
            <Group className={classes.actions ?? ""} justify="flex-end">
              {actions}
            </Group>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
