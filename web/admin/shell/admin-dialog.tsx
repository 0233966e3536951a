import { Group, Modal, type ModalProps } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import classes from "./admin-dialog.module.css";

type Props = {
  title: ReactNode;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
  size?: ModalProps["size"];
};

/** The one dialog of the back office: closes on Escape and on the backdrop, keeps the focus and gives it back. */
export function AdminDialog({ title, open, onClose, children, actions, size = "lg" }: Props) {
  const narrow = useMediaQuery("(max-width: 40em)") ?? false;
  return (
    <Modal
      opened={open}
      onClose={onClose}
      title={title}
      size={size}
      fullScreen={narrow}
      centered
      closeButtonProps={{ "aria-label": "Fermer" }}
      classNames={{ title: classes.title ?? "" }}
    >
      {children}
      {actions && (
        <Group className={classes.actions ?? ""} justify="flex-end">
          {actions}
        </Group>
      )}
    </Modal>
  );
}
