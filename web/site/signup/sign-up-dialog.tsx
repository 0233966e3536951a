import {
  type PointerEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { createRoot } from "react-dom/client";
import type { Audience } from "#contract/audience.ts";
import { homeIds } from "../home/ids.ts";
import { CloseIcon } from "../parts/icons.tsx";
import type { SignUpOutcome } from "../sign-up-outcome.ts";
import { emptyForm, type FormState, progressOf } from "./form-state.ts";
import { HandOver } from "./hand-over.tsx";
import { PartOfPage } from "./part-of-page.tsx";
import styles from "./sign-up-dialog.module.css";
import { SignUpForm } from "./sign-up-form.tsx";
import { Thanks } from "./thanks.tsx";
import { type Phase, useSignUp } from "./use-sign-up.ts";

type SignUpDialogProps = {
  open: boolean;
  /** The audience of the link; undefined keeps the audience that was chosen before. */
  audience: Audience | undefined;
  /** The input, kept outside the dialog so that it survives a failure of the dialog. */
  typed: RefObject<FormState>;
  onClose: () => void;
  /** Called three seconds after a sign-up was received. When the dialog closes during a request, called with its outcome. */
  onOutcome: (outcome: SignUpOutcome) => void;
};

/** Creates the dialog in a separate element at the end of the page. @param signal removes the dialog */
export function createSignUpDialog(
  actions: Pick<SignUpDialogProps, "onClose" | "onOutcome">,
  signal: AbortSignal,
) {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const typed = { current: emptyForm };
  signal.addEventListener("abort", () => {
    root.unmount();
    place.remove();
  });
  return {
    show(open: boolean, audience?: Audience) {
      root.render(
        <HandOver open={open} typed={typed}>
          <SignUpDialog open={open} audience={audience} typed={typed} {...actions} />
        </HandOver>,
      );
    },
  };
}

/** A native modal dialog: the page behind it is inert, and the focus stays inside. Input is kept when it closes. */
function SignUpDialog({ open, audience, typed, onClose, onOutcome }: SignUpDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const pressed = useRef<EventTarget | null>(null);
  const signUp = useSignUp(typed, audience);
  const thanked = signUp.phase === "success";
  // The dialog opens at once. Its form is rendered afterwards with low priority.
  const formShown = useDeferredValue(true, false);

  useLayoutEffect(() => {
    if (open) {
      lockPage();
      dialog.current?.showModal();
      title.current?.focus();
    } else {
      dialog.current?.close();
      delete document.documentElement.dataset["locked"];
    }
  }, [open]);

  const { onAudience } = signUp.events;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link that opens the dialog sets the audience once
  useEffect(() => {
    if (open && audience && audience !== signUp.form.audience) onAudience(audience);
  }, [open]);

  useLayoutEffect(() => {
    if (thanked) title.current?.focus();
  }, [thanked]);

  useUnseenOutcome(open, signUp.phase, onOutcome, signUp.startAgain);

  const closed = () => {
    if (thanked) signUp.startAgain();
    onClose();
  };

  // A drag that starts on a text and ends on the backdrop does not count as a click on the backdrop.
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
      <PartOfPage id={homeIds.dialogPicture} className={styles["figure"]} />
      <div className={styles["sheet"]}>
        <div className={styles["bar"]}>
          {!thanked && signUp.status === "ready" && (
            <Progress {...progressOf(signUp.form, signUp.questions)} />
          )}
          <button
            type="button"
            className={styles["close"]}
            aria-label="Fermer"
            onClick={() => dialog.current?.close()}
          >
            <CloseIcon />
          </button>
        </div>
        {thanked ? (
          <Thanks
            title={title}
            sent={signUp.sent}
            onRegistered={() => onOutcome("registered")}
            onClose={() => dialog.current?.close()}
          />
        ) : (
          <>
            <h2 ref={title} id="sign-up-title" tabIndex={-1} title="Rejoindre la bêta">
              <span lang="en">Join the beta</span>
            </h2>
            {formShown && <SignUpForm signUp={signUp} open={open} />}
          </>
        )}
      </div>
    </dialog>
  );
}

function Progress({ filled, total }: { filled: number; total: number }) {
  return (
    <p>
      {filled} sur {total}
      <span className="unseen"> réponses données</span>
    </p>
  );
}

/** Stops the page behind the dialog from scrolling, and keeps its width without the scrollbar. */
function lockPage(): void {
  const page = document.documentElement;
  page.dataset["locked"] = "";
  page.style.setProperty("--scrollbar", `${innerWidth - page.clientWidth}px`);
}

/** Reports the outcome of a sign-up to the page when the dialog was closed during the request. */
function useUnseenOutcome(
  open: boolean,
  phase: Phase,
  tell: (outcome: SignUpOutcome) => void,
  startAgain: () => void,
): void {
  const sending = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the result of the sign-up matters
  useEffect(() => {
    const wasSending = sending.current;
    sending.current = phase === "submitting";
    if (open) return;
    if (sending.current) tell("sending");
    else if (wasSending && phase === "form") tell("failed");
    else if (wasSending) {
      tell("registered");
      startAgain();
    }
  }, [open, phase]);
}
