import { useEffect, useRef, useState } from "react";
import type { Audience } from "#contract/audience.ts";
import { failureMessage } from "#web/lib/api.ts";
import { resendLabel } from "./last-step-words.ts";
import { meantEmail } from "./meant-email.ts";
import { resendConfirmation } from "./sign-up.api.ts";
import styles from "./sign-up.module.css";

/** A text under the e-mail address, or what a button there does. */
type Aside = { text: string; act?: () => void };

/** The click that leaves the field lands before anything under it moves. In milliseconds. */
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
    /** Offers the address that was probably meant. */
    fieldLeft(typed: string, take: (email: string) => void) {
      const email = meantEmail(typed);
      clearTimeout(waiting.current);
      if (!email) return;
      const text = `Vouliez-vous dire ${email}\u00a0?`;
      waiting.current = setTimeout(() => setAside({ text, act: () => take(email) }), settleMs);
    },
    /** The way on for an address that signed up before. */
    offerMessage(audience: Audience, email: string) {
      const resend = () =>
        resendConfirmation(audience, email)
          .then(() => resent, failureMessage)
          .then((text) => show({ text }));
      show({ text: resendLabel, act: () => void resend() });
    },
  };
}

/** Announced when it appears. */
export function EmailAside({ aside }: { aside: Aside | null }) {
  return (
    <div role="status" className={styles["aside"]}>
      {aside?.act ? (
        <button type="button" className={styles["again"]} onClick={aside.act}>
          {aside.text}
        </button>
      ) : (
        aside && <p>{aside.text}</p>
      )}
    </div>
  );
}
