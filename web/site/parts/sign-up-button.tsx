import type { ReactNode } from "react";
import type { Audience } from "#contract/audience.ts";
import { signUpPath } from "#contract/signup-words.ts";
import buttons from "./button.module.css";
import { ArrowIcon } from "./icons.tsx";
import { isPlainClick } from "./plain-click.ts";
import styles from "./sign-up-button.module.css";

/** The parts of the page from which the form is opened. */
export type SignUpPlace = "hero" | "beta";

/** What became of a sign-up that is not looked at any more. */
export type SignUpOutcome = "sending" | "registered" | "failed";

export type SignUpActions = {
  /** False until React is there: the links lead to the form's own page. */
  ready: boolean;
  /**
   * @param opener gets the focus back when the dialog closes
   * @param audience whom the form is for; without it the one that was chosen before stays
   */
  open: (opener: HTMLElement, place: SignUpPlace, audience?: Audience) => void;
  /** Fetches what the dialog needs before it is asked for. */
  prepare: (audience?: Audience) => void;
  outcome: SignUpOutcome | null;
  /** Where the form was opened last: the outcome is announced there. */
  openedFrom: SignUpPlace;
};

const sentences: Record<SignUpOutcome, string> = {
  sending: "Votre demande est en cours d’envoi.",
  registered: "Votre demande est enregistrée. À bientôt !",
  failed:
    "Votre demande n’a pas pu être enregistrée. Vos réponses sont conservées : rouvrez le formulaire pour la renvoyer.",
};

type SignUpLinkProps = {
  signUp: SignUpActions;
  place: SignUpPlace;
  audience?: Audience;
  className: string | undefined;
  children: ReactNode;
};

/** Leads to the form's own page; once React is there it opens the dialog. */
export function SignUpLink({ signUp, place, audience, className, children }: SignUpLinkProps) {
  const prepare = () => signUp.prepare(audience);
  return (
    <a
      href={signUpPath(audience)}
      className={className}
      aria-haspopup={signUp.ready ? "dialog" : undefined}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        signUp.open(event.currentTarget, place, audience);
      }}
      onPointerEnter={prepare}
      onFocus={prepare}
    >
      {children}
    </a>
  );
}

type SignUpButtonProps = SignUpActions & { place?: SignUpPlace; light?: boolean };

/** The call to sign up, and under it what became of the sign-up. */
export function SignUpButton({ place = "hero", light = false, ...signUp }: SignUpButtonProps) {
  const { outcome, openedFrom } = signUp;
  return (
    <div>
      <SignUpLink signUp={signUp} place={place} className={light ? buttons["light"] : buttons["button"]}>
        <span lang="en">I want to sign up</span>
        <ArrowIcon direction="right" />
      </SignUpLink>
      {/* It stands in each place, and is said once. */}
      <p role={place === openedFrom ? "status" : undefined} className={styles["outcome"]}>
        {outcome && sentences[outcome]}
      </p>
    </div>
  );
}
