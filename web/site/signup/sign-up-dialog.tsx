import { type PointerEvent, useEffect, useRef } from "react";
import type { Audience } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import { signupMessages } from "#contract/signup.ts";
import { CloseIcon } from "../parts/icons.tsx";
import type { SignUpOutcome } from "../parts/sign-up-button.tsx";
import styles from "./sign-up-dialog.module.css";
import { SignUpForm } from "./sign-up-form.tsx";
import { useSignUp } from "./use-sign-up.ts";

export type SignUpDialogProps = {
  open: boolean;
  /** Whom it is opened for; without it the audience stays that was chosen before. */
  audience: Audience | undefined;
  onClose: () => void;
  /** Told three seconds after a sign-up was received; the dialog closes five seconds after that. */
  onOutcome: (outcome: SignUpOutcome) => void;
};

/** A native modal dialog: the page behind is inert, the focus stays in. What was typed is kept when it is closed. */
export function SignUpDialog({ open, audience, onClose, onOutcome }: SignUpDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const pressed = useRef<EventTarget | null>(null);
  const signUp = useSignUp(audience);
  const thanked = signUp.phase === "success";

  useEffect(() => {
    if (open) {
      dialog.current?.showModal();
      title.current?.focus();
    } else {
      dialog.current?.close();
    }
  }, [open]);

  const { onAudience } = signUp.events;
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, by the link that opens it
  useEffect(() => {
    if (open && audience && audience !== signUp.form.audience) onAudience(audience);
  }, [open]);

  useEffect(() => {
    if (thanked) title.current?.focus();
  }, [thanked]);

  const closed = () => {
    if (thanked) signUp.startAgain();
    onClose();
  };
  useThanksTimers(
    open && thanked,
    () => onOutcome("registered"),
    () => dialog.current?.close(),
  );

  // A drag that starts on a text and ends on the backdrop is no click on the backdrop.
  const closeFromBackdrop = (event: PointerEvent | React.MouseEvent) => {
    if (event.target === dialog.current && pressed.current === dialog.current) dialog.current?.close();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a native dialog
    <dialog
      ref={dialog}
      className={styles["dialog"]}
      aria-labelledby="sign-up-title"
      onClose={closed}
      onPointerDown={(event) => {
        pressed.current = event.target;
      }}
      onClick={closeFromBackdrop}
    >
      <div className={styles["sheet"]}>
        <button
          type="button"
          className={styles["close"]}
          aria-label="Fermer"
          onClick={() => dialog.current?.close()}
        >
          <CloseIcon />
        </button>
        {thanked ? (
          <div className={styles["thanks"]} role="status">
            <h2 ref={title} id="sign-up-title" tabIndex={-1}>
              {signupMessages.thanks}
            </h2>
            <p>{signupMessages.thanksDetails}</p>
          </div>
        ) : (
          <>
            <h2 ref={title} id="sign-up-title" tabIndex={-1} lang="en">
              Join the beta
            </h2>
            <SignUpForm signUp={signUp} />
          </>
        )}
      </div>
    </dialog>
  );
}

/**
 * The three timings of the thanks: they leave after 8 s; the page is told after 3 s, and closes the dialog 5 s after that.
 * Closing the dialog by hand ends them all, but the page is still told.
 */
function useThanksTimers(running: boolean, onRegistered: () => void, close: () => void): void {
  const latest = useRef({ onRegistered, close });
  latest.current = { onRegistered, close };
  useEffect(() => {
    if (!running) return;
    let told = false;
    let parent: ReturnType<typeof setTimeout> | undefined;
    const tell = () => {
      told = true;
      latest.current.onRegistered();
      parent = setTimeout(() => latest.current.close(), limits.parentDialogMs);
    };
    const callback = setTimeout(tell, limits.successCallbackMs);
    const success = setTimeout(() => latest.current.close(), limits.successDialogMs);
    return () => {
      for (const timer of [callback, success, parent]) clearTimeout(timer);
      if (!told) latest.current.onRegistered();
    };
  }, [running]);
}
