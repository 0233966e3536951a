import type { Audience } from "#contract/audience.ts";
import { audienceOf, signUpPath } from "#contract/signup-path.ts";
import { homeIds } from "../home/ids.ts";
import { isPlainClick } from "../parts/links.ts";
import { prefetchQuestionnaire } from "../questionnaire-prefetch.ts";
import { attachOutcomeMessages, clearUnrecorded, showOutcome } from "../sign-up-outcome.ts";
import { countPassage } from "../visit-source.ts";

type Dialog = ReturnType<typeof import("./sign-up-dialog.tsx")["createSignUpDialog"]>;

/** The time in milliseconds for which a click waits for the dialog's code, before the sign-up page opens instead. */
const timeoutMs = 2_000;

const links = `a[href^="${signUpPath()}"]`;

/**
 * Opens links to the sign-up page in a dialog. A click with a modifier key opens the page instead. The
 * dialog's code is fetched when the page is idle, or at the first sign of intent. The open dialog has a history entry, so that
 * 'back' closes it, and 'forward' opens it again with the typed text.
 */
export function startSignUp(signal: AbortSignal): void {
  let dialog: Dialog | null = null;
  let opener: HTMLElement | null = null;
  let isOpen = false;
  const fetchDialog = async () => {
    const { createSignUpDialog } = await import("./sign-up-dialog.tsx");
    if (signal.aborted) throw signal.reason;
    dialog ??= createSignUpDialog({ onClose: close, onOutcome: showOutcome }, signal);
    return dialog;
  };
  /** Prefetches the dialog's code. Ignores a failure, because the click retries. */
  const fetchAhead = () => void fetchDialog().catch(() => undefined);
  const show = (arrived: Dialog, audience?: Audience) => {
    clearUnrecorded();
    if (opener) attachOutcomeMessages(opener);
    isOpen = true;
    arrived.show(true, audience);
    countPassage("open", audience ?? "user"); // last, so that a failed count does not keep the dialog closed
  };
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    dialog?.show(false);
    giveFocusBack(opener);
    if (isRemembered()) history.back();
  };
  const open = (link: HTMLAnchorElement) => {
    const audience = audienceAt(link);
    const remember = (arrived: Dialog) => {
      if (isOpen) return; // by another click, before the code arrived
      opener = link;
      history.pushState({ ...history.state, signUp: audience ?? null }, "");
      show(arrived, audience);
    };
    if (dialog) return remember(dialog);
    link.dataset["going"] = "";
    soon(fetchDialog()).then(
      (arrived) => {
        delete link.dataset["going"];
        remember(arrived);
      },
      () => location.assign(link.href),
    );
  };
  const reopen = (audience?: Audience) => {
    fetchDialog().then(
      (arrived) => show(arrived, audience),
      () => history.back(),
    );
  };

  const on = <Name extends "click" | "pointerover" | "focusin">(
    name: Name,
    act: (link: HTMLAnchorElement, event: DocumentEventMap[Name]) => void,
  ) => {
    const listener = (event: DocumentEventMap[Name]) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>(links);
      if (link) act(link, event);
    };
    document.addEventListener(name, listener, { signal });
  };
  const prepare = (link: HTMLAnchorElement) => {
    fetchAhead();
    prefetchQuestionnaire(audienceAt(link) ?? "user");
  };
  on("pointerover", prepare);
  on("focusin", prepare);
  on("click", (link, event) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    open(link);
  });
  addEventListener("popstate", () => (isRemembered() ? reopen() : close()), { signal });
  if (isRemembered()) reopen(history.state.signUp ?? undefined); // the page was reloaded
  for (const link of document.querySelectorAll(links)) link.setAttribute("aria-haspopup", "dialog");
  if ("requestIdleCallback" in window) requestIdleCallback(fetchAhead);
  else setTimeout(fetchAhead, 1_000);
}

function isRemembered(): boolean {
  return history.state?.signUp !== undefined;
}

/** The audience in the link's address, if any. */
function audienceAt({ search }: HTMLAnchorElement): Audience | undefined {
  const type = new URLSearchParams(search).get("type");
  return type === null ? undefined : audienceOf(type);
}

function soon<Value>(value: Promise<Value>): Promise<Value> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("the dialog is late")), timeoutMs);
  });
  return Promise.race([value, late]);
}

/** Returns the focus to the opener, or to the content if another view replaced the opener meanwhile. */
function giveFocusBack(opener: HTMLElement | null): void {
  opener?.focus();
  if (document.activeElement !== opener) document.getElementById(homeIds.main)?.focus();
}
