import { type ComponentType, useEffect, useState } from "react";
import type { Audience } from "#contract/audience.ts";
import { signUpPath } from "#contract/signup-words.ts";
import type { SignUpActions, SignUpOutcome, SignUpPlace } from "./parts/sign-up-button.tsx";
import { askAhead } from "./questionnaire-ahead.ts";
import type { SignUpDialogProps } from "./signup/sign-up-dialog.tsx";

type Opening = { opener: HTMLElement; audience: Audience | undefined };
type Dialog = ComponentType<SignUpDialogProps>;

/** Whoever has clicked waits so long for the dialog's code; then the form's own page is faster. Milliseconds. */
const patienceMs = 2_000;

let arrived: Dialog | null = null;

async function fetchDialog(): Promise<Dialog> {
  const { SignUpDialog } = await import("./signup/sign-up-dialog.tsx");
  arrived = SignUpDialog;
  return SignUpDialog;
}

/** The sign-up dialog. Its code is fetched when the page is idle, or when somebody is about to open it. */
export function useSignUpDialog() {
  const [ready, setReady] = useState(false);
  const [opening, setOpening] = useState<Opening | null>(null);
  const [outcome, setOutcome] = useState<SignUpOutcome | null>(null);
  const [openedFrom, setOpenedFrom] = useState<SignUpPlace>("hero");
  const [Dialog, setDialog] = useState<Dialog | null>(null);

  useEffect(() => {
    setReady(true);
    whenIdle(fetchAhead);
  }, []);

  const show = (dialog: Dialog, opener: HTMLElement, audience?: Audience) => {
    setDialog(() => dialog);
    setOpening({ opener, audience });
    setOutcome((now) => (now === "registered" ? now : null));
  };

  const actions: SignUpActions = {
    ...{ ready, outcome, openedFrom },
    prepare(audience = "user") {
      fetchAhead();
      askAhead(audience);
    },
    open(opener, place, audience) {
      setOpenedFrom(place);
      if (arrived) return show(arrived, opener, audience);
      opener.dataset["going"] = "";
      soon(fetchDialog()).then(
        (dialog) => {
          delete opener.dataset["going"];
          show(dialog, opener, audience);
        },
        () => location.assign(signUpPath(audience)),
      );
    },
  };
  const close = () => {
    if (opening) giveFocusBack(opening.opener);
    setOpening(null);
  };
  const dialog = Dialog && (
    <Dialog open={opening !== null} audience={opening?.audience} onClose={close} onOutcome={setOutcome} />
  );
  return { actions, dialog };
}

/** What fails here is tried again by the click. */
function fetchAhead(): void {
  fetchDialog().catch(() => undefined);
}

function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(work);
  else setTimeout(work, 1_000);
}

function soon<Value>(value: Promise<Value>): Promise<Value> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("the dialog is late")), patienceMs);
  });
  return Promise.race([value, late]);
}

/** Another view may have taken the opener's place while the dialog was open. */
function giveFocusBack(opener: HTMLElement): void {
  opener.focus();
  if (document.activeElement !== opener) document.getElementById("contenu")?.focus();
}
