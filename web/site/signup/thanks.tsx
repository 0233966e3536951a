import { type RefObject, useEffect, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import { signupMessages } from "#contract/signup.ts";
import { homeIds } from "../home/ids.ts";
import { LastStep } from "./last-step.tsx";
import { PartOfPage } from "./part-of-page.tsx";
import type { TakenSignUp } from "./sign-up.api.ts";
import styles from "./sign-up-dialog.module.css";

type ThanksProps = {
  /** The ref of the title, which takes the focus. */
  title: RefObject<HTMLHeadingElement | null>;
  sent: TakenSignUp | null;
  onRegistered: () => void;
  onClose: () => void;
};

/** The thanks. They close automatically, unless the visitor is active. */
export function Thanks({ title, sent, onRegistered, onClose }: ThanksProps) {
  const { kept, keep } = useThanksTimers(onRegistered, onClose);
  return (
    <div className={styles["thanks"]}>
      <PartOfPage id={homeIds.thanksPicture} className={styles["strip"]} />
      <div role="status">
        <h2 ref={title} id="sign-up-title" tabIndex={-1}>
          {signupMessages.thanks}
        </h2>
        <p>{signupMessages.thanksDetails}</p>
      </div>
      {sent?.confirms && <LastStep sent={sent} />}
      <div className={styles["stay"]}>
        <p role="status">
          {kept ? "Cette fenêtre reste ouverte." : "Cette fenêtre se ferme dans quelques secondes."}
        </p>
        <button type="button" className={styles["keep"]} aria-pressed={kept} onClick={keep}>
          Garder ouvert
        </button>
      </div>
    </div>
  );
}

/**
 * The three timers of the thanks: they close after 8 s. `onRegistered` is called after 3 s, and the dialog closes 5 s later.
 * Closing the dialog by hand stops all timers, but still calls `onRegistered`. User activity keeps the thanks open.
 */
function useThanksTimers(onRegistered: () => void, close: () => void) {
  const [kept, setKept] = useState(false);
  const latest = useRef({ onRegistered, close });
  latest.current = { onRegistered, close };
  const closing = useRef(new Set<ReturnType<typeof setTimeout>>());
  const keptNow = useRef(false);

  const keep = useRef(() => {
    keptNow.current = true;
    for (const timer of closing.current) clearTimeout(timer);
    setKept(true);
  }).current;

  useEffect(() => {
    const closeAfter = (delay: number) => {
      if (!keptNow.current) closing.current.add(setTimeout(() => latest.current.close(), delay));
    };
    let called = false;
    const callback = setTimeout(() => {
      called = true;
      latest.current.onRegistered();
      closeAfter(limits.parentDialogMs);
    }, limits.successCallbackMs);
    closeAfter(limits.successDialogMs);
    const stopWatching = watchForPresence(keep);
    return () => {
      stopWatching();
      clearTimeout(callback);
      for (const timer of closing.current) clearTimeout(timer);
      if (!called) latest.current.onRegistered();
    };
  }, [keep]);

  return { kept, keep };
}

/**
 * Calls `onPresence` when the visitor presses a key, or moves the pointer or the focus. Browsers also report a movement when an
 * element appears under a resting pointer, so only a new position counts.
 */
function watchForPresence(onPresence: () => void): () => void {
  const watching = new AbortController();
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    act: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, act, { signal: watching.signal, passive: true });
  let place: string | null = null;
  on("keydown", ({ repeat }) => {
    if (!repeat) onPresence();
  });
  on("visibilitychange", () => {
    if (document.hidden) onPresence(); // the visitor probably looks for the message and will return
  });
  for (const name of ["pointerdown", "wheel", "focusin"] as const) on(name, onPresence);
  on("pointermove", ({ screenX, screenY }) => {
    const before = place;
    place = `${screenX} ${screenY}`;
    if (before !== null && before !== place) onPresence();
  });
  return () => watching.abort();
}
