import type { RefObject } from "react";
import { signupMessages } from "#contract/signup.ts";
import { homeIds } from "../home/ids.ts";
import { LastStep } from "./last-step.tsx";
import { PartOfPage } from "./part-of-page.tsx";
import type { SentSignUp } from "./sign-up.api.ts";
import styles from "./sign-up-dialog.module.css";
import { useThanksTimers } from "./use-thanks-timers.ts";

type ThanksProps = {
  /** Takes the focus. */
  title: RefObject<HTMLHeadingElement | null>;
  sent: SentSignUp | null;
  onRegistered: () => void;
  onClose: () => void;
};

/** They close by themselves, unless the visitor is active. */
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
