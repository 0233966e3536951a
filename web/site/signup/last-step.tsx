import { type FormEvent, useEffect, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import { validateEmail } from "#contract/signup.ts";
import { ApiFailure, failureMessage } from "#web/lib/api.ts";
import { Field } from "#web/lib/questions/field.tsx";
import buttons from "../parts/button.module.css";
import { correctLabel, lastStep } from "./last-step-words.ts";
import { correctAddress, type SentSignUp } from "./sign-up.api.ts";
import styles from "./sign-up.module.css";

/** Asks to open the message, and lets its address be corrected. */
export function LastStep({ sent }: { sent: SentSignUp }) {
  const [email, setEmail] = useState(sent.email);
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !open) opener.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return (
    <div className={styles["last"]}>
      <p role="status">
        {lastStep} <strong>{email}</strong>.
      </p>
      {open ? (
        <CorrectionForm
          sent={{ ...sent, email }}
          onCorrected={(corrected) => {
            setEmail(corrected);
            setOpen(false);
          }}
        />
      ) : (
        <button ref={opener} type="button" className={styles["again"]} onClick={() => setOpen(true)}>
          {correctLabel}
        </button>
      )}
    </div>
  );
}

type CorrectionProps = { sent: SentSignUp; onCorrected: (email: string) => void };

function CorrectionForm({ sent, onCorrected }: CorrectionProps) {
  const [typed, setTyped] = useState(sent.email);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  /** The address that the server asked to look at again. */
  const questioned = useRef<string>(undefined);
  useEffect(() => input.current?.focus(), []);

  const refuse = (message: string) => {
    setError(message);
    input.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problem = validateEmail(typed);
    if (problem) return refuse(problem);
    if (busy) return;
    setBusy(true);
    try {
      await correctAddress(sent, typed, questioned.current === typed);
      onCorrected(typed.trim());
    } catch (failure) {
      const { code, fields } = failure instanceof ApiFailure ? failure : new ApiFailure(0, {});
      if (code === "email_unconfirmed") questioned.current = typed;
      setBusy(false);
      refuse(fields["email"] ?? failureMessage(failure));
    }
  };

  return (
    <form noValidate className={styles["form"]} onSubmit={(event) => void submit(event)}>
      <Field id="corrected-email" label="Adresse e-mail" error={error} classes={styles} required>
        {(control) => (
          <input
            {...control}
            ref={input}
            type="email"
            name="email"
            autoComplete="email"
            maxLength={limits.emailMax}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <div>
        <button type="submit" className={buttons["button"]} aria-disabled={busy || undefined}>
          {correctLabel}
        </button>
      </div>
    </form>
  );
}
