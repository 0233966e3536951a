import { type ComponentType, useEffect, useState } from "react";
import type { Audience } from "#contract/audience.ts";
import { signUpPath } from "#contract/signup-words.ts";
import { prefetchQuestionnaire } from "./questionnaire-prefetch.ts";
import { clearUnrecorded, sayOutcomesAt, showOutcome } from "./sign-up-outcome.ts";
import type { SignUpDialogProps } from "./signup/sign-up-dialog.tsx";
import { useSignUpLinks } from "./use-sign-up-links.ts";

type Opening = { opener: HTMLElement; audience: Audience | undefined };
type Dialog = ComponentType<SignUpDialogProps>;

/** How long a click waits for the dialog's code before the form's own page opens instead. Milliseconds. */
const patienceMs = 2_000;

let arrived: Dialog | null = null;

async function fetchDialog(): Promise<Dialog> {
  const { SignUpDialog } = await import("./signup/sign-up-dialog.tsx");
  arrived = SignUpDialog;
  return SignUpDialog;
}

/** The sign-up dialog. Its code is fetched when the page is idle, or at the first sign of intent. */
export function useSignUpDialog() {
  const [opening, setOpening] = useState<Opening | null>(null);
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  useEffect(() => whenIdle(fetchAhead), []);

  const show = (dialog: Dialog, opener: HTMLElement, audience: Audience | undefined) => {
    clearUnrecorded();
    sayOutcomesAt(opener);
    setDialog(() => dialog);
    setOpening({ opener, audience });
  };
  useSignUpLinks({
    onIntent(audience = "user") {
      fetchAhead();
      prefetchQuestionnaire(audience);
    },
    onOpen(opener, audience) {
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
  });
  const close = () => {
    if (opening) giveFocusBack(opening.opener);
    setOpening(null);
  };
  return (
    Dialog && (
      <Dialog open={opening !== null} audience={opening?.audience} onClose={close} onOutcome={showOutcome} />
    )
  );
}

/** A failure here is retried by the click. */
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
