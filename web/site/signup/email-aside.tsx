import { useEffect, useRef, useState } from "react";
import type { Audience } from "#contract/audience.ts";
import { failureMessage } from "#web/lib/api.ts";
import { resendLabel } from "./last-step-words.ts";
import { meantEmail } from "./meant-email.ts";
import { resendConfirmation } from "./sign-up.api.ts";
import styles from "./sign-up.module.css";

/** A text under the e-mail address. With `act` it is the label of a button. */
type Aside = { text: string; act?: () => void };

/** The delay in milliseconds before the text appears, so that the click that leaves the field does not miss its target. */
const settleMs = 300;

const resent =
  "Si cette adresse attend d’être confirmée, un message va lui parvenir. Elle n’en reçoit qu’un par jour.";

export function useEmailAside() {
  const [aside, setAside] = useState<Aside | null>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = (next: Aside | null) => {
    clearTimeout(waiting.current);
    setAside(next);
  };
  useEffect(() => () => clearTimeout(waiting.current), []);
  return {
    aside,
    clear: () => show(null),
    /** Proposes the address that the visitor probably meant. */
    fieldLeft(typed: string, take: (email: string) => void) {
      const email = meantEmail(typed);
      clearTimeout(waiting.current);
      if (!email) return;
      const text = `Vouliez-vous dire ${email}\u00a0?`;
      waiting.current = setTimeout(() => setAside({ text, act: () => take(email) }), settleMs);
    },
    /** Offers to send the confirmation again, for an address that already signed up. */
    offerMessage(audience: Audience, email: string) {
      const resend = () =>
        resendConfirmation(audience, email)
          .then(() => resent, failureMessage)
          .then((text) => setAside((now) => (now === offer ? { text } : now)));
      const offer: Aside = { text: resendLabel, act: () => void resend() };
      show(offer);
    },
  };
}

/** Shows the text, which screen readers announce when it appears. A button passes its focus on, because its text replaces it. */
export function EmailAside({ aside }: { aside: Aside | null }) {
  const act = aside?.act;
  return (
    <div role="status" tabIndex={-1} className={styles["aside"]}>
      {act ? (
        <button
          type="button"
          className={styles["again"]}
          onClick={({ currentTarget }) => {
            currentTarget.parentElement?.focus();
            act();
          }}
        >
          {aside.text}
        </button>
      ) : (
        aside && <p>{aside.text}</p>
      )}
    </div>
  );
}
