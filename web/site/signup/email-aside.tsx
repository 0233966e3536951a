import { resendLabel } from "./last-step-words.ts";
import styles from "./sign-up.module.css";
import type { SignUp } from "./use-sign-up.ts";

/** Under the e-mail address, announced when it appears. */
export function EmailAside({ signUp }: { signUp: SignUp }) {
  const { aside, resend } = signUp.emailAside;
  return (
    <div role="status" className={styles["aside"]}>
      {aside?.kind === "meant" && (
        <button type="button" className={styles["again"]} onClick={() => signUp.takeEmail(aside.email)}>
          Vouliez-vous dire {aside.email}&nbsp;?
        </button>
      )}
      {aside?.kind === "known" && (
        <button
          type="button"
          className={styles["again"]}
          onClick={() => void resend(aside.audience, aside.email)}
        >
          {resendLabel}
        </button>
      )}
      {aside?.kind === "said" && <p>{aside.message}</p>}
    </div>
  );
}
