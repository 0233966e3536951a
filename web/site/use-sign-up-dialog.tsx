import { type ComponentType, useState } from "react";
import { type SignUpActions, useSignUpMailto } from "./parts/sign-up-button.tsx";
import type { SignUpDialogProps } from "./signup/sign-up-dialog.tsx";

const fetchDialog = () => import("./signup/sign-up-dialog.tsx");

/**
 * The sign-up dialog, whose code is fetched when somebody is about to open it.
 * @param onRegistered called three seconds after a sign-up was received
 */
export function useSignUpDialog(onRegistered: () => void) {
  const mailto = useSignUpMailto();
  const [Dialog, setDialog] = useState<ComponentType<SignUpDialogProps> | null>(null);
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const actions: SignUpActions = {
    prepare: () => void fetchDialog().catch(() => undefined),
    open: (from) => {
      fetchDialog().then(
        ({ SignUpDialog }) => {
          setDialog(() => SignUpDialog);
          setOpener(from);
        },
        () => location.assign(mailto), // no network any more: the e-mail contact is what remains
      );
    },
  };
  const close = () => {
    opener?.focus();
    setOpener(null);
  };
  const dialog = Dialog && <Dialog open={opener !== null} onClose={close} onRegistered={onRegistered} />;
  return { actions, dialog };
}
