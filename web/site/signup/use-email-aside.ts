import { useEffect, useRef, useState } from "react";
import type { Audience } from "#contract/audience.ts";
import { failureMessage } from "#web/lib/api.ts";
import { meantEmail } from "./meant-email.ts";
import { resendConfirmation } from "./sign-up.api.ts";

/** Beside the e-mail address: the one that was probably meant, or the way on for one that signed up before. */
export type EmailAside =
  | { kind: "meant"; email: string }
  | { kind: "known"; audience: Audience; email: string }
  | { kind: "said"; message: string };

/** The click that leaves the field lands before anything under it moves. In milliseconds. */
const settleMs = 300;

const resent =
  "C’est demandé\u00a0: si cette adresse attend d’être confirmée, un message va lui parvenir. Elle n’en reçoit qu’un par jour.";

export function useEmailAside() {
  const [aside, setAside] = useState<EmailAside | null>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = (next: EmailAside | null) => {
    clearTimeout(waiting.current);
    setAside(next);
  };
  useEffect(() => () => clearTimeout(waiting.current), []);
  return {
    aside,
    show,
    fieldLeft(typed: string) {
      const email = meantEmail(typed);
      clearTimeout(waiting.current);
      if (email) waiting.current = setTimeout(() => setAside({ kind: "meant", email }), settleMs);
    },
    async resend(audience: Audience, email: string) {
      try {
        await resendConfirmation(audience, email);
        show({ kind: "said", message: resent });
      } catch (error) {
        show({ kind: "said", message: failureMessage(error) });
      }
    },
  };
}
